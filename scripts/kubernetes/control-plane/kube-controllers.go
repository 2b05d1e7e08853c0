// The controllers of Jobs, Deployments, ReplicaSets and HorizontalPodAutoscalers, without leader election. Also marks
// pods of ReplicaSets as ready, which is all that they need of a kubelet. KUBECONFIG names the server.
package main

import (
	"context"
	"errors"
	"log"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	autoscaling "k8s.io/api/autoscaling/v2"
	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/restmapper"
	"k8s.io/client-go/scale"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/kubernetes/pkg/controller/deployment"
	"k8s.io/kubernetes/pkg/controller/job"
	"k8s.io/kubernetes/pkg/controller/podautoscaler"
	"k8s.io/kubernetes/pkg/controller/podautoscaler/metrics"
	"k8s.io/kubernetes/pkg/controller/replicaset"
)

func main() {
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	must(err)
	config.QPS, config.Burst = 500, 500
	client := kubernetes.NewForConfigOrDie(config)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	apps := factory.Apps().V1()

	jobs, err := job.NewController(ctx, pods, factory.Batch().V1().Jobs(), client)
	must(err)
	deployments, err := deployment.NewDeploymentController(ctx, apps.Deployments(), apps.ReplicaSets(), pods, client)
	must(err)
	replicaSets := replicaset.NewReplicaSetController(ctx, apps.ReplicaSets(), pods, client, replicaset.BurstReplicas)

	mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(client.Discovery()))
	scales, err := scale.NewForConfig(
		config, mapper, dynamic.LegacyAPIPathResolverFunc, scale.NewDiscoveryScaleKindResolver(client.Discovery()),
	)
	must(err)
	usage := &annotatedUsage{pods: pods.Lister(), namespaces: factory.Core().V1().Namespaces().Lister()}
	autoscalers := podautoscaler.NewHorizontalController(
		ctx, client.CoreV1(), scales, client.AutoscalingV2(), mapper, usage,
		factory.Autoscaling().V2().HorizontalPodAutoscalers(), pods,
		time.Second, time.Second, 0.1, 0, 0,
	)
	_, err = pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(object interface{}) { markReady(ctx, client, object.(*core.Pod)) },
	})
	must(err)

	factory.Start(ctx.Done())
	go jobs.Run(ctx, 2)
	go deployments.Run(ctx, 2)
	go replicaSets.Run(ctx, 2)
	autoscalers.Run(ctx, 1)
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// markReady plays the kubelet for pods of ReplicaSets. Tests set the status of the pods of Jobs.
func markReady(ctx context.Context, client kubernetes.Interface, pod *core.Pod) {
	owner := meta.GetControllerOf(pod)
	if owner == nil || owner.Kind != "ReplicaSet" || pod.Status.Phase == core.PodRunning {
		return
	}
	now := meta.Now()
	ready := pod.DeepCopy()
	ready.Status.Phase = core.PodRunning
	ready.Status.StartTime = &now
	ready.Status.Conditions = []core.PodCondition{
		{Type: core.PodReady, Status: core.ConditionTrue, LastTransitionTime: now},
	}
	if _, err := client.CoreV1().Pods(pod.Namespace).UpdateStatus(ctx, ready, meta.UpdateOptions{}); err != nil {
		log.Print(err)
	}
}

// annotatedUsage reports the annotation `cpu-usage` of a namespace as the processor time of each of its pods.
type annotatedUsage struct {
	pods       listers.PodLister
	namespaces listers.NamespaceLister
}

func (usage *annotatedUsage) GetResourceMetric(
	_ context.Context, _ core.ResourceName, namespace string, selector labels.Selector, _ string,
) (metrics.PodMetricsInfo, time.Time, error) {
	found, err := usage.namespaces.Get(namespace)
	if err != nil {
		return nil, time.Time{}, err
	}
	quantity, err := resource.ParseQuantity(found.Annotations["cpu-usage"])
	if err != nil {
		return nil, time.Time{}, errors.New("no usage is known: " + strconv.Quote(found.Annotations["cpu-usage"]))
	}
	pods, err := usage.pods.Pods(namespace).List(selector)
	if err != nil {
		return nil, time.Time{}, err
	}
	now := time.Now()
	info := metrics.PodMetricsInfo{}
	for _, pod := range pods {
		info[pod.Name] = metrics.PodMetric{Timestamp: now, Window: time.Second, Value: quantity.MilliValue()}
	}
	return info, now, nil
}

var errUnsupported = errors.New("only processor time is measured")

func (*annotatedUsage) GetRawMetric(string, string, labels.Selector, labels.Selector) (metrics.PodMetricsInfo, time.Time, error) {
	return nil, time.Time{}, errUnsupported
}

func (*annotatedUsage) GetObjectMetric(
	string, string, *autoscaling.CrossVersionObjectReference, labels.Selector,
) (int64, time.Time, error) {
	return 0, time.Time{}, errUnsupported
}

func (*annotatedUsage) GetExternalMetric(string, string, labels.Selector) ([]int64, time.Time, error) {
	return nil, time.Time{}, errUnsupported
}
