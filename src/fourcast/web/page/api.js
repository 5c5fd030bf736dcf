// Talking to the server: requests that answer, and sockets that tell. What goes wrong is a Problem with a sentence.

export class Problem extends Error {
  constructor(fields) {
    super(fields.detail);
    Object.assign(this, fields);
  }
}

const LOST = { title: "No answer", status: 0, detail: "No answer from the server. Your last move is safe; trying again." };

async function ask(method, path, body) {
  try {
    return await fetch(path, {
      method,
      headers: body && { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Problem(LOST);
  }
}

/** The answer to a request. A page that outlived its server gets a new token and asks again. */
export async function call(method, path, body) {
  let answer = await ask(method, path, body);
  if (answer.status === 401) {
    await ask("GET", "/api/session");
    answer = await ask(method, path, body);
  }
  if (answer.status === 204) return null;
  const data = await answer.json().catch(() => ({ title: "Something broke", detail: "The server's answer cannot be read." }));
  if (!answer.ok) throw new Problem({ status: answer.status, ...data });
  return data;
}

/** The fields of a wish that are there, as an address has them. */
export const query = (wish) => new URLSearchParams(Object.entries(wish).filter(([, value]) => value || value === 0));

export const get = (path, wish) => call("GET", wish ? `${path}?${query(wish)}` : path);
export const post = (path, body) => call("POST", path, body);

/** A socket that comes back when it breaks. `opened` is called at every new beginning, `lost` when it is gone. */
export class Socket {
  constructor(path, { told, opened, lost }) {
    Object.assign(this, { path, told, opened, lost, wait: 250 });
    this.open();
  }

  open() {
    const socket = new WebSocket(`ws://${location.host}${this.path}`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = 250;
      this.opened?.();
    };
    socket.onmessage = (event) => this.told(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (this.closed || event.code === 4404) return;
      this.lost?.();
      this.timer = setTimeout(async () => {
        await ask("GET", "/api/session").catch(() => null);
        if (!this.closed) this.open();
      }, this.wait);
      this.wait = Math.min(4000, this.wait * 2);
    };
  }

  send(text) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket.close();
  }
}
