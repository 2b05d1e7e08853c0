import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, delimiter, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findProgram } from '../system-packages.mjs';
import { missingControlPlane, startControlPlane } from './control-plane/start.mjs';
import { eventually, untilRolledOut } from './roll-out.mjs';
import { definitionOf, inNamespace, listOf, podOf, runningAfter } from './objects.mjs';
import { components, overlays, renderBase, renderOverlay, renderWith, workloadsOf } from './render.mjs';

const missing = missingControlPlane();
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
const readme = (path) => readFileSync(join(import.meta.dirname, '../../deploy/kubernetes', path), 'utf8');

/** Kinds of KEDA and of the Prometheus operator. Their schemas are checked in manifests.test.mjs. */
const customKinds = [
  ['keda.sh', 'v1alpha1', 'ScaledObject', 'scaledobjects'],
  ['keda.sh', 'v1alpha1', 'TriggerAuthentication', 'triggerauthentications'],
  ['monitoring.coreos.com', 'v1', 'PodMonitor', 'podmonitors'],
  ['monitoring.coreos.com', 'v1', 'PrometheusRule', 'prometheusrules'],
];

describe('manifests on a real API server', { skip: missing ?? false }, () => {
  let cluster;

  before(async () => {
    cluster = await startControlPlane();
    apply(customKinds.map(definitionOf));
    for (const [group, , , plural] of customKinds)
      run('wait', '--for=condition=established', '--timeout=60s', `crd/${plural}.${group}`);
  });
  after(() => cluster?.stop());

  /** Runs kubectl and expects it to succeed without a warning. */
  function run(...args) {
    const { status, stdout, stderr } = cluster.kubectl(args);
    assert.deepEqual([status, stderr], [0, ''], args.join(' '));
    return stdout;
  }

  /** Runs the README's command on rendered manifests. */
  function apply(manifests, ...options) {
    const args = ['apply', '--server-side', '--force-conflicts', '--validate=strict', ...options, '-f', '-'];
    const { status, stdout, stderr } = cluster.kubectl(args, JSON.stringify(listOf(manifests)));
    assert.deepEqual([status, stderr], [0, ''], stdout);
  }

  /** Reads all objects of a kind in a namespace. */
  async function list(namespace, kind, group = 'api/v1') {
    return (await cluster.read(`/${group}/namespaces/${namespace}/${kind}`)).items;
  }

  async function replicasIn(namespace) {
    const items = await list(namespace, 'deployments', 'apis/apps/v1');
    return Object.fromEntries(items.map(({ metadata, spec }) => [metadata.name, spec.replicas]));
  }

  /** Applies only the manifests of `to` that are not in `from`. The server would change nothing for the rest. */
  function applyChanges(from, to) {
    const applied = new Set(from.map((manifest) => JSON.stringify(manifest)));
    apply(to.filter((manifest) => !applied.has(JSON.stringify(manifest))));
    return to;
  }

  /** Runs a documented command, with another namespace. */
  function follow(command, namespace) {
    const { status, stderr } = spawnSync(
      'bash',
      ['-ec', command.replaceAll('-n waybill', `-n ${namespace}`)],
      {
        encoding: 'utf8',
        env: {
          ...process.env,
          ...cluster.environment,
          PATH: [dirname(findProgram('kubectl')), process.env.PATH].join(delimiter),
        },
      },
    );
    assert.deepEqual([status, stderr], [0, ''], command);
  }

  /** Leaves the numbers of replicas to an autoscaler with the README's commands. */
  function handOver(namespace) {
    const blocks = readme('components/autoscaling/README.md').matchAll(/```sh\n(.*?)```/gs);
    for (const [, command] of blocks) follow(command, namespace);
  }

  const settings = (...literals) => ({
    configMapGenerator: [{ name: 'waybill', behavior: 'merge', literals }],
  });
  const services = ['gateway', 'auth', 'files', 'files-worker', 'sharing', 'analytics', 'billing'];
  const two = Object.fromEntries(services.map((name) => [name, 2]));

  const inCluster = ['postgresql', 'rabbitmq', 'redis', 'object-store', 'mail', 'ingress-nginx'];
  const elsewhere = ['managed', 'managed-in-cluster', 'managed-public', 'traefik'];
  const others = components.filter((name) => ![...inCluster, ...elsewhere, 'private-ca'].includes(name));

  for (const [name, render] of [
    ...overlays.map((overlay) => [`overlay ${overlay}`, (more) => renderWith({ overlay }, more)]),
    [
      'servers in the cluster with every option',
      (more) => renderWith({ components: [...inCluster, ...others, 'private-ca'] }, more),
    ],
    [
      'servers elsewhere with every option',
      (more) => renderWith({ components: [...elsewhere, ...others, 'private-ca'] }, more),
    ],
  ]) {
    test(`${name}: every object is admitted without a warning, every pod under PodSecurity "restricted"`, () => {
      const namespace = `admission-${name.replaceAll(/[^a-z]+/g, '-')}`.slice(0, 60);
      const manifests = render({ namespace });
      apply(manifests);
      run('-n', namespace, 'create', 'serviceaccount', 'default');
      const pods = workloadsOf(manifests).map((workload) => podOf(workload, namespace));
      assert.ok(pods.length >= 8);
      const { status, stderr } = cluster.kubectl(
        ['create', '--dry-run=server', '-f', '-'],
        JSON.stringify(listOf(pods)),
      );
      assert.deepEqual([status, stderr], [0, '']);
      const refused = cluster.kubectl(['-n', namespace, 'run', 'bad', '--image=x', '--dry-run=server']);
      assert.match(refused.stderr, /violates PodSecurity "restricted/);
    });
  }

  test('changes of settings, version and components beside an existing migration Job are accepted and scale nothing down', async () => {
    const namespace = 'lifecycle';
    const started = ['managed', 'traefik'];
    apply(renderWith({ components: started }, { namespace }));
    assert.deepEqual(await replicasIn(namespace), two);
    const jobs = () => list(namespace, 'jobs', 'apis/batch/v1');
    assert.equal((await jobs()).length, 1);

    const changes = settings('LOG_LEVEL=debug', 'CONTACT_EMAIL=you@waybill.example');
    let applied = renderWith({ components: started }, { namespace, ...changes });
    apply(applied);
    assert.equal((await jobs()).length, 1);
    assert.deepEqual(await replicasIn(namespace), two);

    // One by one: a new name of the Job, which one component needs, could hide that another one changes it in place.
    const added = [...others.filter((name) => !['autoscaling', 'keda'].includes(name)), 'private-ca'];
    for (const component of added) {
      started.push(component);
      applied = applyChanges(applied, renderWith({ components: started }, { namespace }));
    }
    assert.equal((await jobs()).length, 2);
    assert.deepEqual(await replicasIn(namespace), { ...two, tools: 0 });
  });

  test('another version is applied beside the migration Job of the previous version', () => {
    const namespace = 'upgrade';
    apply(inNamespace(renderOverlay('production'), namespace));
    const upgraded = renderOverlay('production', (text) =>
      text.replaceAll(/newTag: [\w.]+/g, 'newTag: 9.9.9'),
    );
    apply(inNamespace(upgraded, namespace));
    const images = run('-n', namespace, 'get', 'deployments,jobs', '-o', 'jsonpath={..image}').split(' ');
    assert.equal(images.filter((image) => image.endsWith(':9.9.9')).length, 8 + 5);
    assert.equal(images.filter((image) => image.endsWith(`:${version}`)).length, 5);
  });

  test('autoscaling and keda are added to a running installation: every Deployment keeps its replicas', async () => {
    const namespace = 'autoscaled';
    const running = ['managed', 'traefik'];
    apply(renderWith({ components: running }, { namespace }));
    run('-n', namespace, 'scale', 'deployment/gateway', '--replicas=7');
    handOver(namespace);
    const scaled = renderWith({ components: [...running, 'autoscaling', 'keda'] }, { namespace });
    for (let times = 0; times < 2; times += 1) {
      apply(scaled);
      assert.deepEqual(await replicasIn(namespace), { ...two, gateway: 7 });
    }
    // From now on the autoscaler owns the numbers: applying the manifests again must not change them.
    run('-n', namespace, 'scale', 'deployment/gateway', '--replicas=9');
    apply(scaled);
    assert.equal((await replicasIn(namespace)).gateway, 9);
  });

  test('autoscaling is added to an installation that was applied without --server-side: replicas stay as well', async () => {
    const namespace = 'client-side';
    const manifests = renderWith({ components: ['managed', 'traefik'] }, { namespace });
    const { status } = cluster.kubectl(['apply', '-f', '-'], JSON.stringify(listOf(manifests)));
    assert.equal(status, 0);
    run('-n', namespace, 'scale', 'deployment/gateway', '--replicas=7');
    handOver(namespace);
    apply(renderWith({ components: ['managed', 'traefik', 'autoscaling', 'keda'] }, { namespace }));
    assert.deepEqual(await replicasIn(namespace), { ...two, gateway: 7 });
  });

  test('Kubernetes resets the replicas to one when they are not handed over to the autoscaler', async () => {
    const namespace = 'not-handed-over';
    apply(renderWith({ components: ['managed', 'traefik'] }, { namespace }));
    const scaled = renderWith({ components: ['managed', 'traefik', 'autoscaling'] }, { namespace });
    // Without the autoscaler, which would correct the number as soon as it runs.
    apply(scaled.filter(({ kind }) => kind !== 'HorizontalPodAutoscaler'));
    assert.equal((await replicasIn(namespace)).gateway, 1);
  });

  test('the controllers replace every pod in an upgrade, none before its successor is ready, and the autoscaler keeps its number', async () => {
    const namespace = 'controllers';
    const running = ['managed', 'traefik'];
    const deployments = async () => {
      const items = await list(namespace, 'deployments', 'apis/apps/v1');
      return Object.fromEntries(items.map((deployment) => [deployment.metadata.name, deployment]));
    };
    const rollOut = (atLeast) => untilRolledOut(deployments, atLeast);
    const use = (cpu) => run('annotate', '--overwrite', 'namespace', namespace, `cpu-usage=${cpu}`);

    apply(renderWith({ components: running }, { namespace }));
    assert.deepEqual(await rollOut({}), two);

    // 1000m for each pod is four times the CPU request. The target of the autoscaler is twice the request.
    handOver(namespace);
    running.push('autoscaling');
    apply(renderWith({ components: running }, { namespace }));
    use('1000m');
    await eventually(async () => (await replicasIn(namespace)).gateway === 4);
    use('500m');
    assert.deepEqual(await rollOut(two), { ...two, gateway: 4 });

    running.push('private-ca');
    const images = services.map((name) => ({ name: `localhost/waybill/${name}`, newTag: '9.9.9' }));
    apply(renderWith({ components: running }, { namespace, images, ...settings('LOG_LEVEL=debug') }));
    assert.deepEqual(await rollOut({ ...two, gateway: 4 }), { ...two, gateway: 4 });

    const present = (await list(namespace, 'pods')).filter(
      ({ metadata }) => !metadata.labels['job-name'] && !metadata.deletionTimestamp,
    );
    assert.equal(present.length, 6 * 2 + 4);
    for (const { spec } of present) assert.match(spec.containers[0].image, /:9\.9\.9$/);
    const sets = await list(namespace, 'replicasets', 'apis/apps/v1');
    assert.equal(sets.filter(({ spec }) => spec.replicas > 0).length, services.length);
  });

  test('the commands of docs/operations/backup.md for a restore are accepted, and bring back every process and the schedule of backups', async () => {
    const namespace = 'restored';
    apply(inNamespace(renderOverlay('production'), namespace));
    const page = readFileSync(join(import.meta.dirname, '../../docs/operations/backup.md'), 'utf8');
    const [, block] = /## Restore on Kubernetes\n.*?```sh\n(.*?)```/s.exec(page);
    // Skips `exec`, as no containers run here, and `-k …`, which is a placeholder.
    const commands = block
      .split('\n')
      .filter((line) => line.startsWith('kubectl') && !/ exec | -k …/.test(line));
    assert.equal(commands.length, 9);
    const replicas = [];
    for (const command of commands) {
      follow(command, namespace);
      replicas.push(await replicasIn(namespace));
    }
    assert.deepEqual(replicas[2], { ...Object.fromEntries(services.map((name) => [name, 0])), tools: 0 });
    assert.deepEqual(replicas.at(-1), { ...two, tools: 1 });
    const suspended = async () =>
      (await cluster.read(`/apis/batch/v1/namespaces/${namespace}/cronjobs/backup`)).spec.suspend;
    assert.equal(await suspended(), true);
    apply(inNamespace(renderOverlay('production'), namespace));
    assert.deepEqual(await replicasIn(namespace), { ...two, tools: 0 });
    assert.equal(await suspended(), false);
    run('-n', namespace, 'get', 'hpa', 'gateway');
  });

  test('the README waits for the migration Job of its manifests, not for one of an earlier attempt', () => {
    const [, options] = /^ +kubectl -n waybill wait (.+) -f -$/m.exec(readme('README.md'));
    const namespace = 'attempts';
    const manifests = inNamespace(renderBase('managed'), namespace);
    const job = manifests.find(({ kind }) => kind === 'Job');
    apply([...manifests, { ...job, metadata: { ...job.metadata, name: 'earlier' } }]);
    const args = ['-n', namespace, 'wait', ...options.replace('10m', '0').split(' '), '-f', '-'];
    const { stderr } = cluster.kubectl(args, JSON.stringify(listOf(manifests)));
    assert.equal(stderr, `error: condition not met for jobs/${job.metadata.name}\n`);
  });

  test('the migration Job continues after many restarts of every container', async () => {
    const namespace = 'waiting';
    const manifests = inNamespace(renderBase('managed'), namespace);
    const job = manifests.find(({ kind }) => kind === 'Job');
    // The same Job with an ordinary limit: Kubernetes adds up the restarts of all containers, so it fails immediately.
    const impatient = structuredClone(job);
    impatient.metadata.name = 'impatient';
    impatient.spec.backoffLimit = 5;
    apply([...manifests, impatient]);
    const podOfJob = async (name) =>
      (await list(namespace, 'pods')).find(({ metadata }) => metadata.labels['job-name'] === name);
    const restarted = async (name) => {
      const pod = await eventually(() => podOfJob(name));
      const patch = `-n ${namespace} patch pod/${pod.metadata.name} --subresource=status --type=merge -p`;
      run(...patch.split(' '), JSON.stringify(runningAfter(20, job)));
    };
    await restarted(job.metadata.name);
    await restarted('impatient');
    const conditions = async (name) => {
      const { status } = await cluster.read(`/apis/batch/v1/namespaces/${namespace}/jobs/${name}`);
      return status.conditions ?? [];
    };
    await eventually(async () => (await conditions('impatient')).some(({ type }) => type === 'Failed'));
    assert.deepEqual(await conditions(job.metadata.name), []);
    assert.ok(await podOfJob(job.metadata.name));
  });
});
