/** Import cycles are errors, between files and between folders of one package (docs/architecture.md, "Rules"). */
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
