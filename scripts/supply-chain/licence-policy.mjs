/** SPDX ids of the licences that are allowed for any package. */
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

/** SPDX ids of the licences that are also allowed for development tools, which are not distributed. */
export const allowedForTools = ['CC-BY-3.0', 'CC-BY-4.0', 'MPL-2.0', 'Python-2.0'];

/**
 * Packages that are allowed by name, with the licence beyond the list and the reason. Each is named in
 * THIRD-PARTY.md, which fulfils the conditions of its licence.
 */
export const exceptions = [
  {
    packages: /^@img\/sharp-/,
    licence: 'LGPL-3.0-or-later',
    reason: 'libvips, a separate library that is linked dynamically and can be replaced',
  },
  {
    packages: /^libheif-js$/,
    licence: 'LGPL-3.0',
    reason: 'libheif and libde265 as WebAssembly, a separate library that is unchanged and can be replaced',
  },
  {
    packages: /^@fontsource-variable\//,
    licence: 'OFL-1.1',
    reason: 'unmodified fonts, distributed under their own names and with their licence',
  },
];

/** Licences of packages without the field `license` in package.json. */
export const clarifications = {
  buildcheck: { licence: 'MIT', source: 'the field `licenses`' },
  'combine-errors': { licence: 'MIT', source: 'its Readme.md' },
  'cpu-features': { licence: 'MIT', source: 'the field `licenses`' },
  'passport-local': { licence: 'MIT', source: 'the field `licenses`' },
  'passport-strategy': { licence: 'MIT', source: 'the field `licenses`' },
  pause: { licence: 'MIT', source: 'its Readme.md' },
  ssh2: { licence: 'MIT', source: 'the field `licenses`' },
};
