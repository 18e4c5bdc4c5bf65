// Elements. Whatever comes from people or the server is put in as text, never as markup.

/** The element of an id. */
export const byID = (id) => document.getElementById(id);

/** Makes an element; texts among its children stay texts. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A button that does something. */
export function makeButton(text, action) {
  const button = make('button', { type: 'button' }, text);
  button.addEventListener('click', () => whileBusy(button, action));
  return button;
}

/** Does something once at a time; the button keeps the focus. */
export async function whileBusy(button, action) {
  if (button.getAttribute('aria-disabled') === 'true') return;
  button.setAttribute('aria-disabled', 'true');
  try { await action(); } finally { button.removeAttribute('aria-disabled'); }
}

/** Does what a form is for when it is sent, and shows below its fields why it could not. */
export function onSubmit(form, action) {
  const problem = form.querySelector('.problem');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    whileBusy(form.querySelector('button.main'), () => telling(problem, action));
  });
}

/** Does something, and shows in words why it could not. */
export async function telling(problem, action) {
  problem.textContent = '';
  try { await action(); } catch (error) { problem.textContent = error.message; }
}

/** Fills a list anew, and shows in words why it could not; screen readers wait until it is done. */
export async function filling(list, problem, action) {
  list.setAttribute('aria-busy', 'true');
  await telling(problem, action);
  list.removeAttribute('aria-busy');
}

/** Says in a word what was done; screen readers say it, too. */
export function announce(text) { byID('status').textContent = text; }

/** Asks whether something is meant. */
export function confirmed(question, deed) {
  const dialog = byID('confirm');
  byID('confirm-text').textContent = question;
  byID('confirm-yes').textContent = deed;
  dialog.returnValue = '';
  dialog.showModal();
  byID('confirm-no').focus();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
  });
}

/** Lets the buttons of the question answer it. */
export function prepareConfirmation() {
  const dialog = byID('confirm');
  byID('confirm-yes').addEventListener('click', () => dialog.close('yes'));
  byID('confirm-no').addEventListener('click', () => dialog.close('no'));
}

const times = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A moment as people here write it: the time alone, if it is today. */
export function dateText(text) {
  const date = new Date(text);
  return (date.toDateString() === new Date().toDateString() ? times : dates).format(date);
}

/** What a field for date and time holds, in the server's form; null for nothing. */
export function dateValue(field) {
  const date = new Date(field.value);
  return field.value === '' || Number.isNaN(date.getTime()) ? null : date.toISOString().replace(/\.\d+Z$/, 'Z');
}
