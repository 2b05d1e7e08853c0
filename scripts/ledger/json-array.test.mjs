import assert from 'node:assert/strict';
import { test } from 'node:test';
import { elementsOf } from './json-array.mjs';

const entries = [
  { id: 'a', link: { name: '}],[{' } },
  { id: 'b', agent: 'say "\\"', list: [[1], {}] },
  { id: 'ü' },
];
const bytes = Buffer.from(JSON.stringify(entries));

async function* inPieces(buffer, size) {
  for (let at = 0; at < buffer.length; at += size) yield buffer.subarray(at, at + size);
}

async function read(pieces) {
  const found = [];
  for await (const element of elementsOf(pieces)) found.push(element);
  return found;
}

test('reads the elements of a JSON array wherever its pieces end', async () => {
  for (let size = 1; size <= bytes.length; size++)
    assert.deepEqual(await read(inPieces(bytes, size)), entries);
});

test('reads an empty JSON array', async () => {
  assert.deepEqual(await read(inPieces(Buffer.from('[]'), 1)), []);
});

test('refuses a JSON array that is cut off', async () => {
  for (let length = 1; length < bytes.length; length++)
    await assert.rejects(read(inPieces(bytes.subarray(0, length), 7)));
});
