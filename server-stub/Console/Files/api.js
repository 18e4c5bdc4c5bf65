// Requests to the server. The session's token lives in this module and nowhere else: it goes with the page.

let token = null;

/** Why the server did not do what it was asked. */
export class Refusal extends Error {
  constructor(status, message, retryAfter = 0) {
    super(message);
    this.status = status;
    /** Seconds to wait. */
    this.retryAfter = retryAfter;
  }
}

/** Told when the server no longer knows the session. */
export const sessionEnd = new EventTarget();

/** Whether somebody is logged in. */
export const isLoggedIn = () => token !== null;

/** Logs in; the account is what `GET /v1/me` says. */
export async function logIn(email, password) {
  token = (await ask('POST', '/v1/sessions', { json: { email, password } })).token;
  try { return await ask('GET', '/v1/me'); } catch (error) {
    await logOut().catch(() => {});
    throw error;
  }
}

/** Ends the session here and on the server, also while the page goes away. */
export async function logOut() {
  if (!isLoggedIn()) return;
  const request = send('DELETE', '/v1/sessions/current', { keepalive: true });
  token = null;
  await request;
}

/** Asks the server, and hands over what it answered: JSON as values, nothing as null. */
export async function ask(method, path, options) {
  const response = await send(method, path, options);
  if (!response.ok) throw await refusal(response);
  return response.status === 204 ? null : response.json();
}

/** The id of something that is sent, which stays while it is the same: after a lost answer it may have been taken. */
export class Attempt {
  #sent = null;
  #id = '';

  id(sent) {
    if (this.#sent !== sent) [this.#sent, this.#id] = [sent, crypto.randomUUID()];
    return this.#id;
  }

  end() { this.#sent = null; }
}

/** Uploads a picture, and hands over what the server made of it: its `id` and `path`. */
export async function upload(file) {
  if (file.size > 5 * 1024 * 1024) throw new Refusal(413, 'The picture has more than 5 MiB. Choose a smaller one.');
  try {
    return await ask('POST', '/v1/attachments', { body: file, type: file.type, seconds: 120 });
  } catch (error) {
    throw ({
      404: new Refusal(404, 'This server takes no pictures. Send the push without one.'),
      413: new Refusal(413, 'The picture is too large for the server. Choose a smaller one.'),
      415: new Refusal(415, 'This is no PNG, JPEG, GIF or WebP picture. Choose another file.'),
    })[error.status] ?? error;
  }
}

/** The address of a picture in this page, for as long as the page lives; null where there is none. */
export async function picture(id) {
  const response = await send('GET', `/v1/attachments/${encodeURIComponent(id)}`);
  return response.ok ? URL.createObjectURL(await response.blob()) : null;
}

async function send(method, path, { json, body, type, headers = {}, seconds = 20, keepalive = false } = {}) {
  const all = { ...headers };
  if (token !== null) all.Authorization = `Bearer ${token}`;
  if (json !== undefined) body = JSON.stringify(json);
  if (body !== undefined) all['Content-Type'] = type ?? 'application/json';
  try {
    return await fetch(path, {
      method, body, headers: all, keepalive, cache: 'no-store', credentials: 'omit', redirect: 'error',
      signal: AbortSignal.timeout(seconds * 1000),
    });
  } catch (error) {
    throw new Refusal(0, error.name === 'TimeoutError'
      ? `The server did not answer within ${seconds} seconds. Try again.`
      : 'The server can’t be reached. Is it running, and is this machine online? Try again.');
  }
}

async function refusal(response) {
  const { code, message } = await response.json().then((body) => body.error, () => ({}));
  const retryAfter = Number(response.headers.get('Retry-After')) || 0;
  if (code === 'invalid_token' && isLoggedIn()) {
    token = null;
    sessionEnd.dispatchEvent(new Event('end'));
  }
  return new Refusal(response.status, sentence(message, response.status, retryAfter), retryAfter);
}

function sentence(message, status, retryAfter) {
  const text = message ?? `the server answered ${status}`;
  const wait = retryAfter > 0 ? ` Try again in ${retryAfter} seconds.` : '';
  return `${text[0].toUpperCase()}${text.slice(1)}.${wait}`;
}
