import type { ReactElement } from 'react';
import { HeaderRows } from './header-rows.tsx';
import { requestProblem } from './json-checks.ts';
import { JsonField } from './json-field.tsx';
import { ParameterFields, ParameterRows } from './parameter-rows.tsx';
import type { Parameters } from './parameters.ts';
import { SecretFields } from './secret-fields.tsx';
import { pathNames, pathParameter, type ApiSchema, type Assignment, type Authentication } from './tool-form.ts';
import type { FieldErrors } from '../components/forms/field-errors.ts';
import { Rows } from '../components/pages/rows.tsx';
import { Select } from '../components/forms/select.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import '../styles/rows.css';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((id) => ({ id, name: id }));
const bodyMethods: readonly string[] = ['POST', 'PUT', 'PATCH'];
const modes = [
  { id: 'none', name: 'None' },
  { id: 'bearer', name: 'Bearer token' },
  { id: 'basic_auth', name: 'Name and password' },
];
const newSecret = { type: 'secret', secret_description: null } as const;
const noParameters: Parameters = { properties: {}, required: [] };

export interface WebhookFieldsProps {
  readonly api: ApiSchema;
  readonly assignments: readonly Assignment[];
  readonly problems: FieldErrors;
  readonly onApi: (api: ApiSchema) => void;
  readonly onAssignments: (assignments: readonly Assignment[]) => void;
}

/** The request of a webhook tool, and what is taken from its answer. */
export function WebhookFields({ api, assignments, problems, onApi, onAssignments }: WebhookFieldsProps): ReactElement {
  const change = (part: Partial<ApiSchema>): void => onApi({ ...api, ...part });
  const { query_params_schema: query, request_body_schema: body, request_headers: headers } = api;
  const isEmpty = ({ properties }: Parameters): boolean => Object.keys(properties).length === 0;
  return (
    <>
      <div className="request-line">
        <Select label="Method" options={methods} value={api.method} onChange={(method) => change({ method })} />
        <TextField
          label="Address"
          value={api.url}
          onChange={(url) => change({ url })}
          description="https; {name} in its path is a parameter."
          errorMessage={problems.get('api_schema.url')}
        />
      </div>
      <PathParameters api={api} problems={problems} onChange={change} />
      <ParameterRows
        label="Parameters of the query"
        kind="literal"
        value={query ?? noParameters}
        onChange={(next) => change({ query_params_schema: isEmpty(next) ? null : next })}
        errorMessage={problems.get('api_schema.query_params_schema')}
      />
      {(bodyMethods.includes(api.method) || (body ?? null) !== null) && (
        <ParameterRows
          label="Members of the body"
          kind="body"
          value={body ?? { type: 'object', ...noParameters }}
          onChange={(next) => change({ request_body_schema: isEmpty(next) ? null : next })}
          description={
            bodyMethods.includes(api.method)
              ? 'A JSON object.'
              : `A request with ${api.method} has no body: remove them.`
          }
          errorMessage={problems.get('api_schema.request_body_schema')}
        />
      )}
      <HeaderRows
        value={headers ?? {}}
        onChange={(next) => change({ request_headers: next })}
        errorMessage={problems.get('api_schema.request_headers')}
      />
      <AuthenticationFields
        value={api.authentication ?? null}
        onChange={(authentication) => change({ authentication })}
        errorMessage={problems.get('api_schema.authentication')}
      />
      <Rows
        label="Variables that are set from the answer"
        noun="variable"
        add="Add a variable of the answer"
        rows={assignments}
        onChange={onAssignments}
        begin={{ dynamic_variable: '', value_path: '' }}
        most={64}
        errorMessage={problems.get('assignments')}
      >
        {(row, changeRow) => (
          <>
            <TextField
              label="Variable"
              value={row.dynamic_variable}
              onChange={(name) => changeRow({ dynamic_variable: name })}
            />
            <TextField
              label="Place in the answer, as data.items.0.id"
              value={row.value_path}
              onChange={(path) => changeRow({ value_path: path })}
            />
          </>
        )}
      </Rows>
      <details>
        <summary>The request as JSON</summary>
        <JsonField
          label="Request"
          rows={10}
          value={api}
          check={requestProblem}
          onChange={(next) => onApi(next as ApiSchema)}
          errorMessage={problems.get('api_schema')}
        />
      </details>
    </>
  );
}

interface PathParametersProps {
  readonly api: ApiSchema;
  readonly problems: FieldErrors;
  readonly onChange: (part: Partial<ApiSchema>) => void;
}

/** Their names stand in the address. */
function PathParameters({ api, problems, onChange }: PathParametersProps): ReactElement | null {
  const names = pathNames(api.url);
  const problem = problems.get('api_schema.path_params_schema');
  if (names.length === 0 && problem === undefined) return null;
  return (
    <fieldset className="rows">
      <legend>Parameters of the path</legend>
      {names.map((name) => (
        <div key={name} className="rows-row" role="group" aria-label={`parameter ${name}`}>
          <div className="rows-fields">
            <code>{`{${name}}`}</code>
            <ParameterFields
              kind="literal"
              name={name}
              value={pathParameter(api, name)}
              onChange={(parameter) =>
                onChange({ path_params_schema: { ...api.path_params_schema, [name]: parameter } })
              }
            />
          </div>
        </div>
      ))}
      {problem !== undefined && <span className="field-problem">{problem}</span>}
    </fieldset>
  );
}

interface AuthenticationFieldsProps {
  readonly value: Authentication | null;
  readonly onChange: (value: Authentication | null) => void;
  readonly errorMessage?: string | undefined;
}

function AuthenticationFields({ value, onChange, errorMessage }: AuthenticationFieldsProps): ReactElement {
  const begin = (mode: string): Authentication | null => {
    if (mode === 'bearer') return { mode, token: newSecret };
    return mode === 'basic_auth' ? { mode, username: '', password: newSecret } : null;
  };
  return (
    <fieldset className="rows">
      <legend>Authentication</legend>
      <div className="rows-fields">
        <Select
          label="Kind of authentication"
          options={modes}
          value={value?.mode ?? 'none'}
          onChange={(mode) => onChange(begin(mode))}
        />
        {value?.mode === 'bearer' && (
          <SecretFields label="Token" value={value.token} onChange={(token) => onChange({ ...value, token })} />
        )}
        {value?.mode === 'basic_auth' && (
          <>
            <TextField label="User" value={value.username} onChange={(username) => onChange({ ...value, username })} />
            <SecretFields
              label="Password"
              value={value.password}
              onChange={(password) => onChange({ ...value, password })}
            />
          </>
        )}
      </div>
      {errorMessage !== undefined && <span className="field-problem">{errorMessage}</span>}
    </fieldset>
  );
}
