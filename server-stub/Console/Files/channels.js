// The catalogue of channels; administrators also make, change and delete them.

import { ask, picture, upload } from './api.js';
import { announce, byID, confirmed, filling, make, makeButton, onSubmit, telling } from './dom.js';
import { named } from './devices.js';
import { offer } from './recipients.js';

const section = byID('channels');
const list = section.querySelector('ul');
const problem = section.querySelector('.problem');
const form = byID('channel-form');
const fields = form.elements;

let isAdministrator = false;
/** The channel that the form changes; null where it makes a new one. */
let edited = null;

/** Shows the channels as they are now. */
export const showChannels = () => filling(list, problem, async () => {
  const { channels } = await ask('GET', '/v1/catalogue');
  offer({ channels });
  for (const shown of list.querySelectorAll('img')) URL.revokeObjectURL(shown.src);
  list.replaceChildren(...channels.map(card));
  if (channels.length === 0) list.append(make('li', {}, 'There are no channels yet.'));
});

/** Shows what the account may do. */
export function prepareChannelsFor(account) {
  isAdministrator = account.isAdministrator;
  form.hidden = !isAdministrator;
  edit(null);
}

/** Makes the form work. */
export function prepareChannels() {
  onSubmit(form, save);
  byID('channel-cancel').addEventListener('click', () => edit(null));
}

function card(channel) {
  const shown = make('li', {}, make('h3', {}, channel.title), make('p', {}, channel.description));
  if (channel.picture) showPicture(shown, channel.picture);
  const count = channel.bounds.highest;
  shown.append(make('p', { class: 'hint' },
    `${channel.isEnrolled ? 'You are in it' : 'You are not in it'}, ${count.toLocaleString()} ${count === 1 ? 'message' : 'messages'}`));
  shown.append(button(channel.isEnrolled ? 'Leave' : 'Join', channel, enrol));
  if (isAdministrator) shown.append(button('Edit', channel, edit), button('Delete', channel, remove));
  return shown;
}

function button(deed, channel, action) {
  return named(makeButton(deed, () => telling(problem, () => action(channel))), `${deed} ${channel.title}`);
}

async function showPicture(shown, id) {
  const address = await picture(id).catch(() => null);
  if (address) shown.prepend(make('img', { class: 'picture', alt: '', src: address }));
}

async function enrol(channel) {
  await ask(channel.isEnrolled ? 'DELETE' : 'PUT', `/v1/channels/${channel.id}/enrolment`);
  announce(channel.isEnrolled ? `You have left ${channel.title}.` : `You have joined ${channel.title}.`);
  await showChannels();
}

async function remove(channel) {
  const question = `Delete the channel “${channel.title}” with all its messages? This can’t be undone.`;
  if (!await confirmed(question, 'Delete')) return;
  await ask('DELETE', `/v1/admin/channels/${channel.id}`);
  announce(`Deleted ${channel.title}.`);
  if (edited?.id === channel.id) edit(null);
  await showChannels();
}

function edit(channel) {
  edited = channel;
  form.reset();
  form.querySelector('.problem').textContent = '';
  form.querySelector('h2').textContent = channel ? `Edit ${channel.title}` : 'Add a channel';
  form.querySelector('button.main').textContent = channel ? 'Save the channel' : 'Add the channel';
  byID('channel-cancel').hidden = !channel;
  byID('channel-picture-keep').hidden = !channel?.picture;
  if (!channel) return;
  fields.title.value = channel.title;
  fields.description.value = channel.description;
  fields.title.focus();
}

async function save() {
  const title = fields.title.value.trim();
  if (title === '') throw new Error('Give the channel a title.');
  const file = fields.picture.files[0];
  const kept = edited?.picture && fields.keep.checked ? edited.picture : undefined;
  const json = { title, description: fields.description.value, picture: file ? (await upload(file)).id : kept };
  await (edited ? ask('PUT', `/v1/admin/channels/${edited.id}`, { json }) : ask('POST', '/v1/admin/channels', { json }));
  announce(edited ? `Saved ${title}.` : `Added ${title}.`);
  edit(null);
  await showChannels();
}
