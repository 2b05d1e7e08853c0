/** Folders of files with entities, their lookups, locks and policies, for every feature. */
const core = 'services/files/src/(bundle|discarded-object|file|file-request|link|owner)/';

/**
 * Import cycles are errors, between files and between folders of one package, and so are imports of a feature in the
 * core of files (docs/architecture.md, "Rules").
 */
module.exports = {
  forbidden: [
    {
      name: 'no-file-cycle',
      comment:
        'Two files that import each other cannot be read or tested apart. Move what both need into a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-folder-cycle',
      comment: 'Folders of one package import in one direction, so that a feature can be understood alone.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-feature-in-core',
      comment:
        'Every feature of files needs the core, so the core needs none. Move what it needs into the core.',
      severity: 'error',
      from: { path: core },
      to: { path: 'services/files/src/[^/]+/', pathNot: core },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    exclude: { path: ['/dist/', '\\.(spec|test|e2e)\\.tsx?$'] },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      conditionNames: ['@waybill/source', 'import', 'types'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
};
