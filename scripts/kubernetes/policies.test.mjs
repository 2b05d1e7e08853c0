import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describeRendered, environmentOf, overlays, renderOverlay, workloadsOf } from './render.mjs';

/** What an operator may rely on, whichever overlay is applied. */
describeRendered('policies of the Kubernetes overlays', () => {
  for (const overlay of overlays) {
    const manifests = renderOverlay(overlay);
    const workloads = workloadsOf(manifests);
    const processes = workloads.filter(({ kind, pod }) => kind === 'Deployment' && isOurs(pod));
    const containers = workloads.flatMap(({ name, pod }) =>
      pod.containers.map((container) => ({ where: `${name}/${container.name}`, pod, container })),
    );
    const ofKind = (kind) => manifests.filter((manifest) => manifest.kind === kind);

    describe(`in ${overlay}`, () => {
      test('every process of Waybill runs', () => {
        assert.deepEqual(processes.map(({ name }) => name).sort(), [
          'analytics',
          'auth',
          'billing',
          'files',
          'files-worker',
          'gateway',
          'sharing',
        ]);
      });

      test('no container has root, rights, a root file system to write to, or a token', () => {
        for (const { where, pod, container } of containers) {
          assert.equal(pod.automountServiceAccountToken, false, where);
          assert.equal(pod.enableServiceLinks, false, where);
          assert.equal(pod.securityContext.runAsNonRoot, true, where);
          assert.ok(pod.securityContext.runAsUser > 0, where);
          assert.deepEqual(pod.securityContext.seccompProfile, { type: 'RuntimeDefault' }, where);
          assert.deepEqual(
            container.securityContext,
            {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
            where,
          );
          for (const field of ['hostNetwork', 'hostPID', 'hostIPC'])
            assert.equal(pod[field], undefined, where);
          assert.ok(
            (pod.volumes ?? []).every(({ emptyDir }) => emptyDir?.sizeLimit),
            where,
          );
        }
      });

      test('every image says its version, every container what memory it may take', () => {
        for (const { where, container } of containers) {
          assert.match(container.image, /(:[^:/]*\d[^:/]*|@sha256:[\da-f]{64})$/, where);
          assert.ok(container.resources.requests.cpu && container.resources.requests.memory, where);
          assert.ok(container.resources.limits.memory, where);
        }
      });

      test('start, life and readiness are asked for apart, and life asks no server', () => {
        for (const { name, pod } of processes) {
          const [{ startupProbe, livenessProbe, readinessProbe }] = pod.containers;
          assert.equal(livenessProbe.httpGet.path, '/livez', name);
          assert.equal(startupProbe.httpGet.path, '/livez', name);
          assert.equal(readinessProbe.httpGet.path, '/readyz', name);
          // The wait for migrations (libs/database) is five minutes.
          assert.ok(startupProbe.periodSeconds * startupProbe.failureThreshold > 300, name);
        }
      });

      test('a process has as long to end as it was told', () => {
        for (const { name, pod } of processes) {
          const { GRACE_SECONDS } = environmentOf(pod.containers[0]);
          assert.equal(pod.terminationGracePeriodSeconds, Number(GRACE_SECONDS.value), name);
        }
        const gateway = processes.find(({ name }) => name === 'gateway');
        assert.ok(gateway.pod.terminationGracePeriodSeconds >= 600, 'transfers under way may finish');
      });

      test('what has replicas loses one at a time, and is spread', () => {
        const budgets = ofKind('PodDisruptionBudget').map(({ spec }) => spec);
        for (const { name, labels, replicas, pod } of processes.filter(({ replicas }) => replicas > 1)) {
          const mine = budgets.filter(({ selector }) => selects(selector, labels));
          assert.deepEqual(
            mine.map(({ maxUnavailable }) => maxUnavailable),
            [1],
            `${name}, ${replicas}`,
          );
          const spread = pod.topologySpreadConstraints.map(({ topologyKey }) => topologyKey);
          assert.deepEqual(spread, ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'], name);
        }
      });

      test('one runner migrates', () => {
        const [job, ...others] = ofKind('Job').map(({ spec }) => spec);
        assert.deepEqual(others, []);
        assert.deepEqual([job.parallelism, job.completions], [1, 1]);
        const migrated = job.template.spec.containers.map(({ command }) => command.join(' '));
        const services = ['analytics', 'auth', 'billing', 'files', 'sharing'];
        assert.deepEqual(
          migrated,
          services.map((name) => `node services/${name}/dist/migrate.main.js`),
        );
      });

      test('every pod is closed to both sides, but for flows that a policy names', () => {
        const policies = ofKind('NetworkPolicy').map(({ spec }) => spec);
        const denial = policies.filter(
          ({ podSelector, ingress, egress }) => isEmpty(podSelector) && !ingress && !egress,
        );
        assert.deepEqual(
          denial.map(({ policyTypes }) => policyTypes),
          [['Ingress', 'Egress']],
        );
        for (const { ingress = [], egress = [] } of policies) {
          for (const { from, to, ports } of [...ingress, ...egress]) {
            assert.ok(ports?.length > 0, 'each flow has its ports');
            assert.ok((from ?? to)?.length > 0, 'each flow has its other side');
          }
        }
      });

      test('only billing may reach the internet', () => {
        for (const { name, labels } of workloads) {
          const cidrs = ofKind('NetworkPolicy')
            .filter(({ spec }) => selects(spec.podSelector, labels))
            .flatMap(({ spec }) => spec.egress ?? [])
            .flatMap(({ to }) => to.flatMap(({ ipBlock }) => ipBlock?.cidr ?? []));
          const isPrivate = (cidr) => /^(10|172\.16|192\.168)\./.test(cidr);
          const open = cidrs.filter((cidr) => !isPrivate(cidr));
          assert.deepEqual(open, name === 'billing' && open.length > 0 ? ['0.0.0.0/0'] : [], name);
        }
      });

      test('the worker, which opens what strangers sent, reaches nothing but its four servers', () => {
        const worker = processes.find(({ name }) => name === 'files-worker');
        const flows = ofKind('NetworkPolicy')
          .filter(({ spec }) => spec.egress && selects(spec.podSelector, worker.labels))
          .map(({ metadata }) => metadata.name)
          .filter((name) => name !== 'names' && name !== 'to-collector');
        assert.deepEqual(flows.sort(), ['to-database', 'to-objects', 'to-rabbitmq', 'to-redis']);
      });

      test('a pod reaches the servers whose addresses it is given, and no other', () => {
        const needed = {
          'reaches-database': 'DATABASE_URL',
          'reaches-rabbitmq': 'RABBITMQ_URL',
          'reaches-redis': 'REDIS_URL',
          'reaches-objects': 'S3_ENDPOINT',
          'reaches-mail': 'MAIL_FROM',
          'reaches-payments': 'STRIPE_SECRET_KEY',
        };
        for (const { name, labels, pod } of workloads.filter(({ pod }) => isOurs(pod))) {
          const given = environmentOf(pod.containers[0]);
          for (const [label, variable] of Object.entries(needed)) {
            assert.equal(labels[label] === 'true', variable in given, `${name}: ${label}, ${variable}`);
          }
        }
      });

      test('the ingress keeps no upload back and cuts none off', () => {
        const [{ metadata, spec }] = ofKind('Ingress');
        // Traefik streams as it is (its entry point's time-out is in its component's README).
        if (spec.ingressClassName !== 'nginx') return;
        const setting = (name) => metadata.annotations[`nginx.ingress.kubernetes.io/${name}`];
        assert.equal(setting('proxy-body-size'), '0');
        assert.equal(setting('proxy-request-buffering'), 'off');
        assert.equal(setting('proxy-buffering'), 'off');
        assert.ok(Number(setting('proxy-read-timeout')) >= 300);
        assert.ok(Number(setting('proxy-send-timeout')) >= 300);
      });
    });
  }
});

function isOurs({ containers }) {
  return containers.every(({ image }) => /(^|\/)waybill\/(?!minio)/.test(image));
}

function isEmpty(selector) {
  return Object.keys(selector).length === 0;
}

function selects({ matchLabels = {}, matchExpressions = [] }, labels) {
  return (
    Object.entries(matchLabels).every(([label, value]) => labels[label] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key]))
  );
}
