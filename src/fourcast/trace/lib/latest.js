// Only the latest request counts.

/**
 * Numbers requests: `const isLatest = requests.start()` before a request, `if (!isLatest()) return` after its answer.
 * `requests.cancel()` makes all of them outdated.
 */
export function latest() {
  let current = 0;
  return {
    start() {
      current += 1;
      const number = current;
      return () => number === current;
    },
    cancel() {
      current += 1;
    },
  };
}
