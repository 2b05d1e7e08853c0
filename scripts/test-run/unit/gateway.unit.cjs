const { loadUnitFiles } = require('../unit-files.cjs');

loadUnitFiles('gateway');
