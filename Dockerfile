# The page for others: docs/serving.md says how it is run. The wheel is built in the first stage, with the C++ core.
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends g++
COPY . /src
RUN FOURCAST_REQUIRE_CORE=1 pip wheel --no-deps --wheel-dir /wheels /src

FROM python:3.13-slim
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir "$(echo /wheels/*.whl)[app,charts]" && useradd --create-home fourcast && \
    install --directory --owner=fourcast /data
USER fourcast
VOLUME /data
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/health', timeout=5)"]
ENTRYPOINT ["fourcast", "serve", "--no-browser", "--host", "0.0.0.0", "--data", "/data"]
