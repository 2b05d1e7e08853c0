/** Reads quantities and selectors of manifests. */

const units = { Ki: 1 / 1024, Mi: 1, Gi: 1024 };

/** A quantity of memory or disk in MiB. */
export function mebibytes(quantity) {
  const [, number, unit] = /^(\d+)(Ki|Mi|Gi)$/.exec(quantity);
  return Number(number) * units[unit];
}

export function millicores(quantity) {
  return quantity.endsWith('m') ? Number.parseInt(quantity) : Number(quantity) * 1000;
}

export function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

export function isOurs({ containers }) {
  return containers.every(({ image }) => /(^|\/)waybill\/(?!minio)/.test(image));
}

export function isEmpty(selector) {
  return Object.keys(selector).length === 0;
}

export function selects({ matchLabels = {}, matchExpressions = [] }, labels) {
  return (
    Object.entries(matchLabels).every(([label, value]) => labels[label] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key]))
  );
}
