// Payloads: made from the form's fields, and checked as they are written. Pure functions, no page.

import { flaw } from './json.js';

/** The most bytes of a payload. */
export const maximumByteCount = 4096;

/** What each kind is for. */
export const kinds = {
  notice: 'Something to read.',
  task: 'A task that is proposed: the recipient accepts or rejects it.',
  message: 'A hint that there is a message to fetch.',
  comment: 'A hint that somebody commented.',
  like: 'A hint that somebody likes something.',
  follow: 'A hint that somebody follows the recipient.',
};

/** A payload of what the form says, as JSON. */
export function payloadOf({ kind, title, body, image, due, notify, verify }) {
  const alert = title === '' ? body : { title, ...(body === '' ? {} : { body }) };
  const payload = { aps: { alert, sound: 'default' }, kind };
  if (image) payload.image = image;
  if (kind === 'task') {
    payload.aps.category = 'TASK';
    if (due) payload.due = due;
    payload.notify = notify;
    if (verify) payload.verify = true;
  }
  return JSON.stringify(payload, null, 2);
}

/** How many bytes a text has on the way. */
export const byteCount = (text) => new TextEncoder().encode(text).length;

/** What is wrong with a payload: `problem` keeps it from being sent, `hints` are told and don't. */
export function check(text) {
  const size = byteCount(text.trim());
  if (text.trim() === '') return { size, problem: 'The payload is empty: write a JSON object.', hints: [] };
  // Before it is read, so that nothing is read that is much too long.
  if (size > maximumByteCount) {
    return { size, problem: `The payload is ${(size - maximumByteCount).toLocaleString()} bytes too long.`, hints: [] };
  }
  const found = flaw(text);
  if (found) return { size, problem: `This is no JSON. In ${found}.`, hints: [] };
  const value = JSON.parse(text);
  if (!isObject(value)) return { size, problem: 'A payload is a JSON object, in { and }.', hints: [] };
  return { size, problem: null, hints: [...hints(value)] };
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const has = (object, name) => object[name] !== undefined && object[name] !== null;

/** What the vault would not understand. It keeps such a payload as it is, and shows it as a notice. */
function* hints(payload) {
  // Firebase's form and JPush's have one of these in its place.
  if (!isObject(payload.aps) && ['message', 'notification', 'data'].some((name) => isObject(payload[name]))) return;
  if (!isObject(payload.aps)) {
    yield '“aps” is missing or no object: nothing would be shown.';
  } else if (has(payload.aps, 'alert') && typeof payload.aps.alert !== 'string' && !isObject(payload.aps.alert)) {
    yield '“aps.alert” is neither a text nor an object.';
  }
  if (has(payload, 'kind') && payload.kind !== 'jsondata' && !Object.hasOwn(kinds, payload.kind)) {
    yield `“kind” is none of ${Object.keys(kinds).join(', ')}.`;
  }
  for (const name of ['notify', 'verify']) {
    if (has(payload, name) && typeof payload[name] !== 'boolean') yield `“${name}” is neither true nor false.`;
  }
  if (has(payload, 'due') && !isDue(payload.due)) yield '“due” is neither a date with a time and a zone nor a number of seconds since 1970.';
  if (has(payload, 'image') && !/^(\/v1\/attachments\/)?[A-Za-z0-9_-]{1,64}$/.test(payload.image)) {
    yield '“image” names no picture of this server.';
  }
  if (has(payload, 'jsondata') && !isMessage(payload.jsondata)) {
    yield '“jsondata” is not exactly “id” (a whole number of 32 bits), “message” and “sendername”.';
  }
}

/** Whether it is a message, as an object or as a text that holds one. */
function isMessage(value) {
  const message = typeof value === 'string' && flaw(value) === null ? JSON.parse(value) : value;
  return isObject(message) && Object.keys(message).length === 3 && message.id === (message.id | 0)
    && typeof message.message === 'string' && typeof message.sendername === 'string';
}

const isDue = (due) => typeof due === 'number'
  || (typeof due === 'string' && /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d.*([Zz]|[+-]\d\d(:?\d\d)?)$/.test(due));
