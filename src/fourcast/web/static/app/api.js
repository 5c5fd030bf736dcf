// Requests to the server and sockets that reconnect. What goes wrong is a `Problem`.
import { linkTo } from "./router.js";

const FIRST_RETRY = 250;
const MAX_RETRY = 4000;
const LIMIT_RETRY = 15000;
const CLOSE_NOT_FOUND = 4404;
// The server's limit for the address of this client, which others may share.
const CLOSE_LIMIT = 1013;

/** An error of the server with a `title` and a `detail` for the user, and further fields. */
export class Problem extends Error {
  constructor(fields) {
    super(fields.detail);
    Object.assign(this, fields);
  }
}

const CONNECTION_LOST = {
  title: "Connection lost",
  status: 0,
  detail: "The server does not respond. Try again in a moment.",
};
const UNREADABLE = { title: "Server error", detail: "The server's answer cannot be read." };

async function request(method, path, body) {
  try {
    return await fetch(linkTo(path), {
      method,
      // A refusal of the server, such as of a full column, is not an error of the page.
      headers: { Prefer: "refusals=200", ...(body && { "Content-Type": "application/json" }) },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Problem(CONNECTION_LOST);
  }
}

async function startSession() {
  const { status } = await request("GET", "/api/session");
  // The password of the server is another one now: the page asks for it.
  if (status === 401) location.reload();
}

/** The JSON of an answer. After a restart of the server the page gets a new session and asks again. */
export async function call(method, path, body) {
  let response = await request(method, path, body);
  if (response.status === 401) {
    await startSession();
    response = await request(method, path, body);
  }
  if (response.status === 204) return null;
  const data = await response.json().catch(() => UNREADABLE);
  const isProblem = response.headers.get("Content-Type")?.startsWith("application/problem+json");
  if (!response.ok || isProblem) throw new Problem({ status: response.status, ...data });
  return data;
}

/** Query parameters, without those that are null, undefined or "". */
export const query = (parameters) =>
  new URLSearchParams(Object.entries(parameters).filter(([, value]) => value || value === 0));

export const get = (path, parameters) => call("GET", parameters ? `${path}?${query(parameters)}` : path);
export const post = (path, body) => call("POST", path, body);

/** A WebSocket with JSON messages that reconnects. `onOpen` is called at every connection, `onClose` at every loss with
 * the server's reason, if it gave one. */
export class Socket {
  constructor(path, { onMessage, onOpen = () => {}, onClose = () => {} }) {
    this.path = path;
    this.onMessage = onMessage;
    this.onOpen = onOpen;
    this.onClose = onClose;
    this.retryDelay = FIRST_RETRY;
    this.isClosed = false;
    this.connect();
  }

  connect() {
    this.socket = new WebSocket(location.origin.replace("http", "ws") + linkTo(this.path));
    this.socket.onopen = () => {
      this.retryDelay = FIRST_RETRY;
      this.onOpen();
    };
    this.socket.onmessage = ({ data }) => this.onMessage(JSON.parse(data));
    this.socket.onclose = ({ code, reason }) => {
      if (this.isClosed || code === CLOSE_NOT_FOUND) return;
      this.onClose(reason);
      if (code === CLOSE_LIMIT) this.retryDelay = LIMIT_RETRY;
      this.timer = setTimeout(() => this.reconnect(), this.retryDelay);
      this.retryDelay = Math.min(MAX_RETRY, this.retryDelay * 2);
    };
  }

  async reconnect() {
    await startSession().catch(() => null);
    if (!this.isClosed) this.connect();
  }

  send(text) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    // Browsers warn of a socket that is closed before it was open.
    if (this.socket.readyState === WebSocket.CONNECTING) this.socket.onopen = ({ target }) => target.close();
    else this.socket.close();
  }
}
