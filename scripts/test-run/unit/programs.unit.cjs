const { loadUnitFiles } = require('../unit-files.cjs');

loadUnitFiles('{cli,operator,standalone,bench}');
