// The form that composes a push.

import { ask, upload } from './api.js';
import { announce, byID, dateValue, onSubmit, telling, whileBusy } from './dom.js';
import { check, kinds, maximumByteCount, payloadOf } from './payload.js';
import { offer, prepareRecipients, recipient } from './recipients.js';
import { watch } from './sent.js';

const form = byID('compose');
const fields = form.elements;
const problem = form.querySelector('.problem');

/** The picture that was uploaded: its path on the server. */
let image = null;
/** What was tried last and its idempotency key: tried again it is the same push. */
let attempt = { body: '', key: '' };

/** Makes the form work. */
export function prepareCompose() {
  prepareRecipients();
  form.addEventListener('input', (event) => {
    announce('');
    if (event.target.name === 'mode') changeMode(); else show();
  });
  byID('picture').addEventListener('change', () => whileBusy(form.querySelector('button.main'), takePicture));
  byID('picture-remove').addEventListener('click', () => {
    dropPicture();
    byID('picture').focus();
  });
  onSubmit(form, sendPush);
  show();
}

/** Forgets everything that was written. */
export function clearCompose() {
  form.reset();
  dropPicture();
  problem.textContent = '';
  offer({});
  show();
}

const isRaw = () => fields.mode.value === 'raw';

const payload = () => (isRaw() ? fields.raw.value.trim() : formPayload());

function formPayload() {
  return payloadOf({
    kind: fields.kind.value, title: fields.title.value, body: fields.body.value, image,
    due: dateValue(fields.due), notify: fields.notify.checked, verify: fields.verify.checked,
  });
}

function show() {
  byID('fields').hidden = isRaw();
  byID('raw').hidden = !isRaw();
  byID('task-fields').hidden = fields.kind.value !== 'task';
  byID('kind-hint').textContent = kinds[fields.kind.value];
  const text = payload();
  byID('preview').textContent = text;
  const { size, problem, hints } = check(text);
  byID('size').textContent = `${size.toLocaleString()} of ${maximumByteCount.toLocaleString()} bytes`;
  const result = byID('check');
  const words = problem ?? (isRaw() ? ['This can be sent.', ...hints].join(' ') : '');
  if (result.textContent !== words) result.textContent = words;
  result.className = `check-result ${problem ? 'bad' : 'good'}`;
  fields.raw.setAttribute('aria-invalid', String(isRaw() && problem !== null));
}

/** The raw text begins with what the form says, and what was written there stays. */
function changeMode() {
  if (isRaw() && fields.raw.value.trim() === '') fields.raw.value = formPayload();
  show();
}

async function takePicture() {
  const file = byID('picture').files[0];
  dropPicture({ keepingFile: true });
  if (!file) return;
  await telling(problem, async () => {
    announce('Uploading the picture…');
    try {
      image = (await upload(file)).path;
    } catch (error) {
      byID('picture').value = '';
      announce('');
      throw error;
    }
    const shown = byID('picture-shown');
    shown.querySelector('img').src = URL.createObjectURL(file);
    shown.hidden = false;
    announce('The picture is uploaded.');
  });
  show();
}

function dropPicture({ keepingFile = false } = {}) {
  image = null;
  const shown = byID('picture-shown');
  const picture = shown.querySelector('img');
  if (picture.src) URL.revokeObjectURL(picture.src);
  picture.removeAttribute('src');
  shown.hidden = true;
  if (!keepingFile) byID('picture').value = '';
  show();
}

async function sendPush() {
  const text = payload();
  const { problem } = check(text);
  if (problem) throw new Error(problem);
  if (!isRaw() && fields.title.value.trim() === '' && fields.body.value.trim() === '') {
    fields.title.focus();
    throw new Error('Write a title or a text.');
  }
  const expiresAt = dateValue(fields.expires);
  const { to, name } = await recipient();
  const body = bodyOf(text, to, expiresAt);
  if (attempt.body !== body) attempt = { body, key: newKey() };
  const push = await ask('POST', '/v1/pushes', { body, headers: { 'Idempotency-Key': attempt.key } });
  attempt = { body: '', key: '' };
  const title = titleOf(text);
  watch(push, title, name);
  announce(push.inboxCount === 1 ? 'Sent.' : `Sent to ${push.inboxCount.toLocaleString()} inboxes.`);
  clearCompose();
  byID('sent-title').focus();
}

/** The payload goes as it was written: read and written anew, large numbers would change. */
function bodyOf(payload, to, expiresAt) {
  const members = [`"payload":${payload}`];
  if (to) members.push(`"to":${JSON.stringify(to)}`);
  if (expiresAt) members.push(`"expiresAt":${JSON.stringify(expiresAt)}`);
  return `{${members.join(',')}}`;
}

function titleOf(text) {
  const { aps, kind } = JSON.parse(text);
  const alert = aps?.alert;
  const title = typeof alert === 'string' ? alert : alert?.title ?? alert?.body;
  return typeof title === 'string' && title !== '' ? title : `a push of the kind ${kind ?? 'notice'}`;
}

/** 128 random bits. `randomUUID` is missing where the page came over plain HTTP. */
function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
