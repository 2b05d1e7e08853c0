import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mebibytes, sum, isOurs, isEmpty, selects } from './quantities.mjs';
import { describeRendered, environmentOf, overlays, renderOverlay, workloadsOf } from './render.mjs';

describeRendered('policies of the Kubernetes overlays', () => {
  for (const overlay of overlays) {
    const manifests = renderOverlay(overlay);
    const workloads = workloadsOf(manifests);
    const processes = workloads.filter(
      ({ kind, name, pod }) => kind === 'Deployment' && name !== 'tools' && isOurs(pod),
    );
    const containers = workloads.flatMap(({ name, pod }) =>
      pod.containers.map((container) => ({ where: `${name}/${container.name}`, pod, container })),
    );
    const ofKind = (kind) => manifests.filter((manifest) => manifest.kind === kind);

    describe(`in ${overlay}`, () => {
      test('runs every process of Waybill', () => {
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

      test('gives no container root, capabilities, a writable root file system or a token', () => {
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
          for (const { emptyDir, configMap, ephemeral, persistentVolumeClaim } of pod.volumes ?? [])
            assert.ok(emptyDir?.sizeLimit ?? configMap ?? ephemeral ?? persistentVolumeClaim, where);
        }
      });

      test('gives Redis twice the memory that its data may take, as rewriting its log may copy all of it', () => {
        for (const { container } of containers.filter(({ where }) => where === 'redis/redis')) {
          const data = container.args[container.args.indexOf('--maxmemory') + 1];
          const limit = mebibytes(container.resources.limits.memory);
          assert.ok(limit >= 2 * Number(data.replace(/mb$/, '')), `${data} of ${limit} MiB`);
        }
      });

      test('gives every image a version, and every container requests and limits', () => {
        for (const { where, container } of containers) {
          assert.match(container.image, /(:[^:/]*\d[^:/]*|@sha256:[\da-f]{64})$/, where);
          assert.ok(container.resources.requests.cpu && container.resources.requests.memory, where);
          assert.ok(container.resources.limits.memory, where);
          assert.ok(container.resources.requests['ephemeral-storage'], where);
        }
      });

      test('limits the memory of every process to at most twice its request', () => {
        for (const { name, pod } of [...processes, ...workloads.filter(({ kind }) => kind === 'Job')]) {
          for (const { resources } of pod.containers) {
            const [request, limit] = [resources.requests.memory, resources.limits.memory].map(mebibytes);
            assert.ok(limit <= 2 * request, `${name}: ${limit} MiB of ${request} MiB`);
          }
        }
      });

      test('limits the local disk of a pod to at least the sizes of its volumes on it', () => {
        for (const { name, pod } of workloads) {
          const volumes = (pod.volumes ?? []).flatMap(({ emptyDir }) =>
            emptyDir && emptyDir.medium !== 'Memory' ? mebibytes(emptyDir.sizeLimit) : [],
          );
          const limits = pod.containers.map(({ resources }) =>
            mebibytes(resources.limits['ephemeral-storage']),
          );
          assert.ok(sum(limits) > sum(volumes), `${name}: ${limits}, ${volumes}`);
        }
      });

      test('pulls the images that are built here from a registry that the operator named, or not at all', () => {
        for (const { where, container } of containers) {
          if (!/(^|\/)waybill\//.test(container.image)) continue;
          if (overlay === 'try-out') assert.equal(container.imagePullPolicy, 'Never', where);
          else assert.match(container.image, /^registry\.example\/waybill\//, where);
        }
      });

      test('every deployment has separate probes for start, liveness and readiness; liveness depends on no server', () => {
        for (const { name, pod } of processes) {
          const [{ startupProbe, livenessProbe, readinessProbe }] = pod.containers;
          assert.equal(livenessProbe.httpGet.path, '/livez', name);
          assert.equal(startupProbe.httpGet.path, '/livez', name);
          assert.equal(readinessProbe.httpGet.path, '/readyz', name);
          // The wait for migrations (libs/database) is five minutes.
          assert.ok(startupProbe.periodSeconds * startupProbe.failureThreshold > 300, name);
        }
      });

      test('gives the kubelet and the process the same time to shut down', () => {
        for (const { name, pod } of processes) {
          const { GRACE_SECONDS } = environmentOf(pod.containers[0]);
          assert.equal(pod.terminationGracePeriodSeconds, Number(GRACE_SECONDS.value), name);
        }
        const gateway = processes.find(({ name }) => name === 'gateway');
        assert.ok(gateway.pod.terminationGracePeriodSeconds >= 600, 'open transfers may finish');
      });

      test('disrupts replicas one at a time and spreads them over nodes and zones', () => {
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

      test('runs migrations in one Job, a container for each service', () => {
        const [job, ...others] = ofKind('Job').map(({ spec }) => spec);
        assert.deepEqual(others, []);
        assert.deepEqual([job.parallelism, job.completions], [1, 1]);
        // Restarts of all containers count, and a database may be unavailable for hours.
        assert.ok(job.backoffLimit >= 1000);
        assert.equal(job.activeDeadlineSeconds, undefined);
        const migrated = job.template.spec.containers.map(({ command }) => command.join(' '));
        const services = ['analytics', 'auth', 'billing', 'files', 'sharing'];
        assert.deepEqual(
          migrated,
          services.map((name) => `node build/${name}/migrate.main.js`),
        );
      });

      test('denies all traffic that no policy names', () => {
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
            assert.ok(ports?.length > 0, 'each rule has ports');
            assert.ok((from ?? to)?.length > 0, 'each rule has peers');
          }
        }
      });

      test('lets only billing, and sharing for webhooks, connect to the internet', () => {
        for (const { name, labels } of workloads) {
          const cidrs = ofKind('NetworkPolicy')
            .filter(({ spec }) => selects(spec.podSelector, labels))
            .flatMap(({ spec }) => spec.egress ?? [])
            .flatMap(({ to }) => to.flatMap(({ ipBlock }) => ipBlock?.cidr ?? []));
          const isPrivate = (cidr) => /^((10|172\.16|192\.168)\.|fc00::\/7$)/.test(cidr);
          const open = cidrs.filter((cidr) => !isPrivate(cidr));
          assert.deepEqual(
            open,
            (name === 'billing' && open.length > 0) || name === 'sharing' ? ['0.0.0.0/0', '::/0'] : [],
            name,
          );
        }
      });

      test('lets the files worker, which opens untrusted files, connect to its four servers only', () => {
        const worker = processes.find(({ name }) => name === 'files-worker');
        const flows = ofKind('NetworkPolicy')
          .filter(({ spec }) => spec.egress && selects(spec.podSelector, worker.labels))
          .map(({ metadata }) => metadata.name)
          .filter((name) => name !== 'names' && name !== 'to-collector');
        assert.deepEqual(flows.sort(), ['to-database', 'to-objects', 'to-rabbitmq', 'to-redis']);
      });

      test('lets a pod connect to the servers whose addresses it has, and to no other', () => {
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

      test('the ingress neither buffers nor limits sizes', () => {
        const [{ metadata, spec }] = ofKind('Ingress');
        // Traefik streams by default. The timeout of its entry point is in its component's README.
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
