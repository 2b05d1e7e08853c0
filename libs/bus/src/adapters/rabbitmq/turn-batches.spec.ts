import { TurnBatches } from './turn-batches.js';

function recorded() {
  const sent: [string, readonly number[]][] = [];
  const batches = new TurnBatches<number>((destination, items) => void sent.push([destination, items]));
  return { sent, batches };
}

describe('TurnBatches', () => {
  it('sends the items of one turn together, by their destination', async () => {
    const { sent, batches } = recorded();
    await Promise.all([batches.add('a', 1), batches.add('b', 2), batches.add('a', 3)]);
    await batches.add('a', 4);
    expect(sent).toEqual([
      ['a', [1, 3]],
      ['b', [2]],
      ['a', [4]],
    ]);
    expect(batches.isEmpty).toBe(true);
  });

  it('sends 64 items together at most', async () => {
    const { sent, batches } = recorded();
    await Promise.all(Array.from({ length: 150 }, (_, n) => batches.add('a', n)));
    expect(sent.map(([, items]) => items.length)).toEqual([64, 64, 22]);
    expect(sent.flatMap(([, items]) => items)).toEqual(Array.from({ length: 150 }, (_, n) => n));
    expect(batches.isEmpty).toBe(true);
  });

  it('rejects the items of a batch that could not be sent, and no others', async () => {
    const batches = new TurnBatches<number>((destination) => {
      if (destination === 'broken') throw new Error('broken');
    });
    const [first, second, third] = await Promise.allSettled([
      batches.add('broken', 1),
      batches.add('sound', 2),
      batches.add('broken', 3),
    ]);
    expect([first.status, second.status, third.status]).toEqual(['rejected', 'fulfilled', 'rejected']);
  });
});
