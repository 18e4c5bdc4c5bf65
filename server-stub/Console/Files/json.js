// Where a text stops being JSON (RFC 8259), as the server reads it: browsers don't agree on how to tell the place.

/** The deepest nesting that the server reads, in a payload. */
const deepest = 31;

const patterns = {
  space: /[ \t\n\r]*/y,
  text: /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y,
  value: /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y,
};

class Flaw extends Error {}

/** What is wrong with a text, with line and column; null where it is JSON. */
export function flaw(text) {
  const reader = new Reader(text);
  try { reader.document(); } catch (error) {
    if (!(error instanceof Flaw)) throw error;
    const before = text.slice(0, reader.at).split('\n');
    return `line ${before.length}, column ${before.at(-1).length + 1}: ${error.message}`;
  }
  return null;
}

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.depth = 0;
  }

  document() {
    this.value();
    if (this.at < this.text.length) throw new Flaw('something follows the value');
  }

  value() {
    this.take(patterns.space);
    if (this.is('{')) this.object();
    else if (this.is('[')) this.list();
    else if (this.is('"')) this.string();
    else if (!this.take(patterns.value)) throw new Flaw('a value is missing or malformed');
    this.take(patterns.space);
  }

  object() {
    const names = new Set();
    this.items('}', () => {
      this.take(patterns.space);
      if (!this.is('"')) throw new Flaw('a name in quotes is missing');
      const start = this.at;
      const name = JSON.parse(this.string());
      if (names.has(name)) {
        this.at = start;
        throw new Flaw('this name appears twice');
      }
      names.add(name);
      this.take(patterns.space);
      this.expect(':');
      this.value();
    });
  }

  list() { this.items(']', () => this.value()); }

  items(end, item) {
    this.depth += 1;
    if (this.depth > deepest) throw new Flaw('this is nested too deeply');
    this.at += 1;
    this.take(patterns.space);
    if (!this.is(end)) {
      item();
      while (this.is(',')) {
        this.at += 1;
        item();
      }
    }
    this.expect(end);
    this.depth -= 1;
  }

  string() {
    const found = this.take(patterns.text);
    if (!found) throw new Flaw('this string has no end, or holds what it may not');
    return found;
  }

  is(character) { return this.text[this.at] === character; }

  expect(character) {
    if (!this.is(character)) throw new Flaw(`a “${character}” is missing`);
    this.at += 1;
  }

  take(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) return '';
    this.at = pattern.lastIndex;
    return found[0];
  }
}
