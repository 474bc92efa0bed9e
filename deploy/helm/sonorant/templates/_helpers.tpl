{{- define "sonorant.name" -}}
{{- if contains "sonorant" .Release.Name -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-sonorant" .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "sonorant.selector" -}}
app.kubernetes.io/name: sonorant
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "sonorant.labels" -}}
{{ include "sonorant.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "sonorant.secret" -}}
{{- .Values.existingSecret | default (include "sonorant.name" .) -}}
{{- end -}}

{{/* Nodes that share nothing would each have an organization, keys and voices of their own. */}}
{{- define "sonorant.check" -}}
{{- $several := or (gt (int .Values.replicas) 1) .Values.autoscaling.enabled -}}
{{- if and $several (not .Values.existingSecret) -}}
{{- range list "SONORANT_DATABASE_URL" "SONORANT_BLOB_URL" "SONORANT_SECRET_KEY" -}}
{{- if not (index $.Values.secrets .) -}}
{{- fail (printf "several nodes share a database, a bucket and a secret: secrets.%s is missing (or use existingSecret; or replicas: 1, autoscaling.enabled: false and persistence.enabled: true)" .) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and $several .Values.persistence.enabled -}}
{{- fail "persistence is for one node: replicas: 1 and autoscaling.enabled: false" -}}
{{- end -}}
{{- end -}}
