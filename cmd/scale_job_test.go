package cmd

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// job is what the tests look at in docs/scale/job.yaml.
type job struct {
	APIVersion string `yaml:"apiVersion"`
	Kind       string
	Spec       struct {
		CompletionMode       string `yaml:"completionMode"`
		Completions          int
		Parallelism          int
		BackoffLimitPerIndex *int `yaml:"backoffLimitPerIndex"`
		PodFailurePolicy     struct {
			Rules []jobRule
		} `yaml:"podFailurePolicy"`
		Template struct {
			Spec struct {
				RestartPolicy string `yaml:"restartPolicy"`
				Containers    []struct {
					Name          string
					Command, Args []string
					VolumeMounts  []struct {
						Name      string
						MountPath string `yaml:"mountPath"`
						ReadOnly  bool   `yaml:"readOnly"`
					} `yaml:"volumeMounts"`
				}
				Volumes []struct{ Name string }
			}
		}
	}
}

type jobRule struct {
	Action      string
	OnExitCodes *struct {
		ContainerName string `yaml:"containerName"`
		Operator      string
		Values        []int
	} `yaml:"onExitCodes"`
	OnPodConditions []struct{ Type, Status string } `yaml:"onPodConditions"`
}

func readJob(t *testing.T) job {
	t.Helper()
	text, err := os.ReadFile("../docs/scale/job.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var j job
	if err := yaml.Unmarshal(text, &j); err != nil {
		t.Fatal(err)
	}
	return j
}

// TestScaleJobPolicy: every exit code that is a failure has one rule, the page
// says the same, and the rules are as the Job API wants them: Never restarts, an
// index for FailIndex, codes in ascending order and without 0.
func TestScaleJobPolicy(t *testing.T) {
	j := readJob(t)
	spec, pod := j.Spec, j.Spec.Template.Spec
	if j.APIVersion != "batch/v1" || j.Kind != "Job" || spec.CompletionMode != "Indexed" || spec.BackoffLimitPerIndex == nil || pod.RestartPolicy != "Never" || len(pod.Containers) != 1 {
		t.Errorf("no indexed Job of one container: %+v", j)
	}
	page, err := os.ReadFile("../docs/scale.md")
	if err != nil {
		t.Fatal(err)
	}
	actions := map[int]string{}
	for i, r := range spec.PodFailurePolicy.Rules {
		if !slices.Contains([]string{"FailJob", "FailIndex", "Ignore", "Count"}, r.Action) {
			t.Errorf("rule %d: unknown action %q", i, r.Action)
		}
		if (r.OnExitCodes == nil) == (len(r.OnPodConditions) == 0) {
			t.Errorf("rule %d: it needs exit codes or conditions, and not both", i)
		}
		for _, c := range r.OnPodConditions {
			if c.Type != "DisruptionTarget" || c.Status != "True" || r.Action != "Ignore" || i != 0 {
				t.Errorf("rule %d: %+v", i, c)
			}
		}
		if r.OnExitCodes == nil {
			continue
		}
		if r.OnExitCodes.ContainerName != pod.Containers[0].Name || r.OnExitCodes.Operator != "In" {
			t.Errorf("rule %d: %+v", i, r.OnExitCodes)
		}
		if !slices.IsSorted(r.OnExitCodes.Values) {
			t.Errorf("rule %d: the codes %v are not ordered", i, r.OnExitCodes.Values)
		}
		for _, code := range r.OnExitCodes.Values {
			if actions[code] != "" {
				t.Errorf("code %d has two rules", code)
			}
			actions[code] = r.Action
			if row := fmt.Sprintf("\n| %d | `%s` |", code, r.Action); !strings.Contains(string(page), row) {
				t.Errorf("docs/scale.md has no row %q", row)
			}
		}
	}
	var want []int
	for _, c := range ExitCodes() {
		if c.Code != ExitOK {
			want = append(want, c.Code)
		}
	}
	if got := slices.Sorted(maps.Keys(actions)); !slices.Equal(got, want) {
		t.Errorf("rules for the codes %v, want %v", got, want)
	}
}

// TestScaleJobRuns runs the command of the manifest for every index, twice, as
// when a pod is replaced, and adds the shards up.
func TestScaleJobRuns(t *testing.T) {
	j := readJob(t)
	container := j.Spec.Template.Spec.Containers[0]
	mounts := map[string]string{}
	for _, m := range container.VolumeMounts {
		mounts[m.MountPath+"/"] = t.TempDir() + "/"
		if m.ReadOnly != (m.Name == "claims") {
			t.Errorf("volume %s: read-only %v", m.Name, m.ReadOnly)
		}
	}
	if len(container.Command) > 0 || len(mounts) != 2 || len(j.Spec.Template.Spec.Volumes) != 2 {
		t.Fatalf("%+v", container)
	}
	text := hardClaims(300)
	if err := os.WriteFile(mounts["/claims/"]+"night.jsonl", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var codes []int
	for range 2 {
		codes = nil
		for i := range j.Spec.Completions {
			var args []string
			for _, arg := range container.Args {
				for path, dir := range mounts {
					arg = strings.ReplaceAll(arg, path, dir)
				}
				args = append(args, strings.ReplaceAll(arg, "$(JOB_COMPLETION_INDEX)", fmt.Sprint(i)))
			}
			_, stderr, code := invoke(t, nil, args...)
			if codes = append(codes, code); code != ExitOK && code != ExitNo && code != ExitUnjudged {
				t.Fatalf("index %d: exit %d: %s", i, code, stderr)
			}
		}
	}
	shards, err := filepath.Glob(mounts["/out/"] + "*.json")
	if err != nil || len(shards) != j.Spec.Completions || !slices.Contains(codes, ExitNo) {
		t.Fatalf("%v, %d summaries, exit codes %v", err, len(shards), codes)
	}
	got := addUp(t, shards)
	lines := strings.Count(text, "\n") + 1 // the last has no line end
	if !got.Complete || got.Bytes != int64(len(text)) || got.ExitCode != ExitNo || got.Counts["lines"] != lines {
		t.Errorf("%+v, want %d bytes and %d lines", got, len(text), lines)
	}
}
