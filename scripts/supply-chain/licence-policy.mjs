/** Licences, by their SPDX names, under which anything may be part of Waybill. */
export const allowed = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PostgreSQL',
  'Unlicense',
  'Zlib',
];

/** Further ones of tools: nothing of them leaves this repository. */
export const allowedForTools = ['CC-BY-3.0', 'CC-BY-4.0', 'MPL-2.0', 'Python-2.0'];

/**
 * Packages allowed by name: what of theirs goes beyond the list, and why it may. Each is named in THIRD-PARTY.md,
 * where what its licence asks for is done.
 */
export const exceptions = [
  {
    packages: /^@img\/sharp-/,
    licence: 'LGPL-3.0-or-later',
    reason: 'libvips, a library of its own that is linked as it runs and may be exchanged',
  },
  {
    packages: /^@fontsource-variable\//,
    licence: 'OFL-1.1',
    reason: 'fonts, unchanged, under their own names and beside their licence',
  },
];

/** Licences of packages whose package.json does not tell in the field for it. */
export const clarifications = {
  buildcheck: { licence: 'MIT', source: 'the field `licenses`' },
  'cpu-features': { licence: 'MIT', source: 'the field `licenses`' },
  'passport-local': { licence: 'MIT', source: 'the field `licenses`' },
  'passport-strategy': { licence: 'MIT', source: 'the field `licenses`' },
  pause: { licence: 'MIT', source: 'its Readme.md' },
  ssh2: { licence: 'MIT', source: 'the field `licenses`' },
};
