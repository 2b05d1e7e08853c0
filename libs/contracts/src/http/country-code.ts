let codes: ReadonlyMap<string, string> | undefined;

/** ISO 3166-1 code of a country by its code or English name; empty for `Unknown`. Null: there is no such country. */
export function countryCodeOf(text: string): string | null {
  codes ??= codesByName();
  return codes.get(text.trim().toLowerCase()) ?? null;
}

function codesByName(): Map<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const byName = new Map([['unknown', '']]);
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = names.of(code);
    if (name === undefined) continue;
    // Maps the code of a former country to that of its successor: SU to RU.
    const current = new Intl.Locale(`und-${code}`).region ?? code;
    byName.set(code.toLowerCase(), current).set(name.toLowerCase(), current);
  }
  return byName;
}
