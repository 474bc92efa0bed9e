/** The `data` of events, made of rows. It is short: an event is kept for every webhook that gets it. */
import {
  scopesOf,
  type AgentRow,
  type AgentToolRow,
  type ApiKey,
  type Dataset,
  type DatasetFile,
  type FileRow,
  type Invite,
  type PronunciationDictRow,
  type User,
} from '../store/index.ts';
import type { EventData } from './events.ts';

/** A file, without its bytes. */
export function fileData({ id, filename, purpose, size, created_at }: FileRow): EventData<'file.created'> {
  return { id, filename, purpose, size, created_at };
}

/** A dataset, without its clips. */
export function datasetData({ id, name, description, created_at }: Dataset): EventData<'dataset.created'> {
  return { id, name, description, created_at };
}

/** A clip of a dataset. */
export function datasetFileData({
  id,
  dataset_id,
  filename,
  size,
  created_at,
}: DatasetFile): EventData<'dataset.file_added'> {
  return { id, dataset_id, filename, size, created_at };
}

/** An agent, without its configuration. */
export function agentData(row: AgentRow): EventData<'agent.created'> {
  const { id, name, description, created_at, updated_at, version_id } = row;
  return { id, name, description, created_at, updated_at, version_id };
}

/** A tool of agents, without its definition, which may hold secrets. */
export function toolData({ id, type, name, created_at, updated_at }: AgentToolRow): EventData<'tool.created'> {
  return { id, type, name, created_at, updated_at };
}

/** A pronunciation dictionary, without its items. */
export function dictData(row: PronunciationDictRow): EventData<'pronunciation_dict.created'> {
  const { id, name, description, access, created_at, updated_at } = row;
  return { id, name, description, access, created_at, updated_at };
}

/** A key, without the key itself and its hash. */
export function apiKeyData(key: ApiKey): EventData<'api_key.created'> {
  const { id, kind, name, description, created_at, expires_at } = key;
  const scopes = scopesOf(key);
  return { id, kind, name, description, scopes: scopes === undefined ? null : [...scopes], created_at, expires_at };
}

/** An invite without the email: a webhook is made with an API key, and only admin keys may read of people. */
export function inviteData({ id, role, created_at, expires_at, user_id }: Invite): EventData<'invite.created'> {
  return { id, role, created_at, expires_at, user_id };
}

/** A user without name and email, as {@link inviteData}. */
export function userData({ id, role, created_at }: User): EventData<'user.added'> {
  return { id, role, created_at };
}
