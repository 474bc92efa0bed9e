CREATE TABLE public.agent_tools (
    id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    definition text NOT NULL COLLATE pg_catalog."C",
    updated_at text NOT NULL COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT agent_tools_type CHECK ((type = ANY (ARRAY['webhook'::text, 'client'::text])))
);
CREATE TABLE public.agent_versions (
    id text NOT NULL COLLATE pg_catalog."C",
    number bigint NOT NULL,
    description text COLLATE pg_catalog."C",
    config text NOT NULL COLLATE pg_catalog."C",
    created_by text COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    agent_id text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.agents (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    description text COLLATE pg_catalog."C",
    webhook_id text COLLATE pg_catalog."C",
    version_id text NOT NULL COLLATE pg_catalog."C",
    search text NOT NULL COLLATE pg_catalog."C",
    updated_at text NOT NULL COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.api_keys (
    id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    description text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C",
    origin text NOT NULL COLLATE pg_catalog."C",
    created_by text COLLATE pg_catalog."C",
    search text NOT NULL COLLATE pg_catalog."C",
    expires_at text COLLATE pg_catalog."C",
    revoked_at text COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT api_keys_kind CHECK ((kind = ANY (ARRAY['api'::text, 'admin'::text]))),
    CONSTRAINT api_keys_origin CHECK ((origin = ANY (ARRAY['created'::text, 'setting'::text])))
);
CREATE TABLE public.dataset_files (
    id text NOT NULL COLLATE pg_catalog."C",
    filename text NOT NULL COLLATE pg_catalog."C",
    size bigint NOT NULL,
    blob text NOT NULL COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    dataset_id text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.datasets (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    description text NOT NULL COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.files (
    id text NOT NULL COLLATE pg_catalog."C",
    filename text NOT NULL COLLATE pg_catalog."C",
    purpose text NOT NULL COLLATE pg_catalog."C",
    size bigint NOT NULL,
    blob text NOT NULL COLLATE pg_catalog."C",
    search text NOT NULL COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.fine_tunes (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    description text NOT NULL COLLATE pg_catalog."C",
    language text NOT NULL COLLATE pg_catalog."C",
    accent text COLLATE pg_catalog."C",
    model_id text NOT NULL COLLATE pg_catalog."C",
    dataset_id text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    progress double precision NOT NULL,
    user_errors text NOT NULL COLLATE pg_catalog."C",
    updated_at text NOT NULL COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT fine_tunes_status CHECK ((status = ANY (ARRAY['created'::text, 'training'::text, 'completed'::text, 'failed'::text])))
);
CREATE TABLE public.idempotency_keys (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    request text NOT NULL COLLATE pg_catalog."C",
    status bigint,
    headers text COLLATE pg_catalog."C",
    body text COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C",
    expires_at text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.invites (
    id text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    token_hash text NOT NULL COLLATE pg_catalog."C",
    expires_at text NOT NULL COLLATE pg_catalog."C",
    accepted_at text COLLATE pg_catalog."C",
    user_id text COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT invites_status CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'revoked'::text])))
);
CREATE TABLE public.jobs (
    id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    payload text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    attempts bigint NOT NULL,
    run_at text NOT NULL COLLATE pg_catalog."C",
    lease_owner text COLLATE pg_catalog."C",
    lease_until text COLLATE pg_catalog."C",
    error text COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C",
    updated_at text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT jobs_status CHECK ((status = ANY (ARRAY['pending'::text, 'running'::text, 'done'::text, 'failed'::text])))
);
CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.members (
    role text NOT NULL COLLATE pg_catalog."C",
    search text NOT NULL COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT members_role CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text])))
);
CREATE TABLE public.organizations (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.pronunciation_dicts (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    description text NOT NULL COLLATE pg_catalog."C",
    items text NOT NULL COLLATE pg_catalog."C",
    access text NOT NULL COLLATE pg_catalog."C",
    pinned bigint NOT NULL,
    updated_at text NOT NULL COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT pronunciation_dicts_access CHECK ((access = ANY (ARRAY['private'::text, 'public'::text])))
);
CREATE TABLE public.settings (
    id text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.usage (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    capability text NOT NULL COLLATE pg_catalog."C",
    model_id text NOT NULL COLLATE pg_catalog."C",
    voice_id text NOT NULL COLLATE pg_catalog."C",
    api_key_id text NOT NULL COLLATE pg_catalog."C",
    credits bigint NOT NULL
);
CREATE TABLE public.usage_journals (
    id text NOT NULL COLLATE pg_catalog."C",
    counted bigint NOT NULL
);
CREATE TABLE public.users (
    id text NOT NULL COLLATE pg_catalog."C",
    email text COLLATE pg_catalog."C",
    name text COLLATE pg_catalog."C",
    image_url text COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.voices (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    tagline text NOT NULL COLLATE pg_catalog."C",
    description text NOT NULL COLLATE pg_catalog."C",
    gender text COLLATE pg_catalog."C",
    language text NOT NULL COLLATE pg_catalog."C",
    accents text NOT NULL COLLATE pg_catalog."C",
    access text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    speaker text NOT NULL COLLATE pg_catalog."C",
    base_voice_id text COLLATE pg_catalog."C",
    clip text COLLATE pg_catalog."C",
    fine_tune_id text COLLATE pg_catalog."C",
    search text NOT NULL COLLATE pg_catalog."C",
    updated_at text NOT NULL COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    clip_transcript text COLLATE pg_catalog."C",
    CONSTRAINT voices_access CHECK ((access = ANY (ARRAY['private'::text, 'public'::text]))),
    CONSTRAINT voices_status CHECK ((status = ANY (ARRAY['active'::text, 'archived'::text])))
);
CREATE TABLE public.webhook_deliveries (
    id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    body text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    attempts bigint NOT NULL,
    response_status bigint,
    error text COLLATE pg_catalog."C",
    last_attempt_at text COLLATE pg_catalog."C",
    next_attempt_at text COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    webhook_id text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT webhook_deliveries_status CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);
CREATE TABLE public.webhooks (
    id text NOT NULL COLLATE pg_catalog."C",
    url text NOT NULL COLLATE pg_catalog."C",
    secret text NOT NULL COLLATE pg_catalog."C",
    display_name text COLLATE pg_catalog."C",
    clear_secret bigint NOT NULL,
    disabled_at text COLLATE pg_catalog."C",
    updated_at text NOT NULL COLLATE pg_catalog."C",
    created_at text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C"
);
INSERT INTO public.agent_tools (id, type, name, definition, updated_at, created_at, organization_id) VALUES ('agent_tool_GyLWIhxj1cnAXcXAqu7xeV', 'client', 'tool', '{}', '2026-11-22T00:00:00.000Z', '2026-11-22T00:00:00.000Z', 'b2f01640-65ee-4a91-b7e4-ceaf9642e2a4');
INSERT INTO public.agent_versions (id, number, description, config, created_by, created_at, organization_id, agent_id) VALUES ('agent_version_0VYOuVEAkpfFkSGznCyMTM', 1, NULL, '{"text":"one","audio":{"output":{"background_sound":null}},"tools":[]}', NULL, '2026-11-22T00:00:00.000Z', 'b2f01640-65ee-4a91-b7e4-ceaf9642e2a4', 'agent_zF95EBZFLcx96EsTmp5QvX');
INSERT INTO public.agent_versions (id, number, description, config, created_by, created_at, organization_id, agent_id) VALUES ('agent_version_XkLUFZMK8caT8AekX5FQIy', 2, NULL, '{"text":"two","audio":{"output":{"background_sound":null}},"tools":[]}', NULL, '2026-11-22T00:00:00.000Z', 'b2f01640-65ee-4a91-b7e4-ceaf9642e2a4', 'agent_zF95EBZFLcx96EsTmp5QvX');
INSERT INTO public.agents (id, name, description, webhook_id, version_id, search, updated_at, created_at, organization_id) VALUES ('agent_zF95EBZFLcx96EsTmp5QvX', 'Agént', NULL, NULL, 'agent_version_XkLUFZMK8caT8AekX5FQIy', 'agent
', '2026-11-22T00:00:00.000Z', '2026-11-22T00:00:00.000Z', 'b2f01640-65ee-4a91-b7e4-ceaf9642e2a4');
INSERT INTO public.api_keys (id, kind, description, hash, origin, created_by, search, expires_at, revoked_at, created_at, organization_id) VALUES ('3cb84e75-9254-40ad-9339-660086a060dc', 'api', 'Given by a setting', '4353ff2e8d61010831bd0295c50e16e7f1f3d4894b3ffdf5f72bd235701ebe12', 'setting', NULL, 'given by a setting', NULL, NULL, '2026-11-22T00:00:00.000Z', 'b2f01640-65ee-4a91-b7e4-ceaf9642e2a4');
INSERT INTO public.api_keys (id, kind, description, hash, origin, created_by, search, expires_at, revoked_at, created_at, organization_id) VALUES ('614c5eed-7e19-462d-9581-45d59d42534a', 'admin', 'Given by a setting', '674bc029decb1a993b00558d9ff81ec02476469eebdfff0f09ce58913dca3dde', 'setting', NULL, 'given by a setting', NULL, NULL, '2026-11-22T00:00:00.000Z', 'b2f01640-65ee-4a91-b7e4-ceaf9642e2a4');
INSERT INTO public.files (id, filename, purpose, size, blob, search, created_at, organization_id) VALUES ('file_rfnIC2WJMBDt7cEBS5TBYc', 'a.wav', 'agent_background_sound', 3, 'b', 'a.wav', '2026-11-22T00:00:00.000Z', 'b2f01640-65ee-4a91-b7e4-ceaf9642e2a4');
INSERT INTO public.jobs (id, kind, payload, status, attempts, run_at, lease_owner, lease_until, error, created_at, updated_at) VALUES ('job_bQTYRF6kTHEaA3DePRhJES', 'work', '1', 'pending', 0, '2026-11-22T00:00:00.000Z', NULL, NULL, NULL, '2026-11-22T00:00:00.000Z', '2026-11-22T00:00:00.000Z');
INSERT INTO public.kysely_migration (name, "timestamp") VALUES ('0001-organizations', '2026-11-22T03:09:26.548Z');
INSERT INTO public.kysely_migration (name, "timestamp") VALUES ('0002-resources', '2026-11-22T03:09:27.114Z');
INSERT INTO public.kysely_migration (name, "timestamp") VALUES ('0003-clip-transcripts', '2026-11-22T03:09:27.120Z');
INSERT INTO public.kysely_migration_lock (id, is_locked) VALUES ('migration_lock', 0);
INSERT INTO public.members (role, search, created_at, organization_id, user_id) VALUES ('admin', 'administrator
', '2026-11-22T00:00:00.000Z', 'b2f01640-65ee-4a91-b7e4-ceaf9642e2a4', '878dc0fe-d9c3-4cc8-a644-bc8c197f1bdf');
INSERT INTO public.organizations (id, name, created_at) VALUES ('b2f01640-65ee-4a91-b7e4-ceaf9642e2a4', 'My organization', '2026-11-22T00:00:00.000Z');
INSERT INTO public.users (id, email, name, image_url, created_at) VALUES ('878dc0fe-d9c3-4cc8-a644-bc8c197f1bdf', NULL, 'Administrator', NULL, '2026-11-22T00:00:00.000Z');
ALTER TABLE ONLY public.agent_tools
    ADD CONSTRAINT agent_tools_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.agent_versions
    ADD CONSTRAINT agent_versions_number UNIQUE (agent_id, number);
ALTER TABLE ONLY public.agent_versions
    ADD CONSTRAINT agent_versions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.agents
    ADD CONSTRAINT agents_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_hash UNIQUE (hash);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.dataset_files
    ADD CONSTRAINT dataset_files_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.datasets
    ADD CONSTRAINT datasets_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.fine_tunes
    ADD CONSTRAINT fine_tunes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_key PRIMARY KEY (organization_id, key);
ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_token UNIQUE (token_hash);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_key PRIMARY KEY (organization_id, user_id);
ALTER TABLE ONLY public.organizations
    ADD CONSTRAINT organizations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.pronunciation_dicts
    ADD CONSTRAINT pronunciation_dicts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.usage_journals
    ADD CONSTRAINT usage_journals_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.usage
    ADD CONSTRAINT usage_key PRIMARY KEY (organization_id, day, capability, model_id, voice_id, api_key_id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.voices
    ADD CONSTRAINT voices_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);
CREATE INDEX agent_tools_organization ON public.agent_tools USING btree (organization_id, created_at, id);
CREATE INDEX agent_versions_organization ON public.agent_versions USING btree (organization_id, created_at, id);
CREATE INDEX agents_organization ON public.agents USING btree (organization_id, created_at, id);
CREATE INDEX api_keys_organization ON public.api_keys USING btree (organization_id, created_at, id);
CREATE INDEX dataset_files_blob ON public.dataset_files USING btree (blob);
CREATE INDEX dataset_files_dataset ON public.dataset_files USING btree (dataset_id, created_at, id);
CREATE INDEX dataset_files_organization ON public.dataset_files USING btree (organization_id, created_at, id);
CREATE INDEX datasets_organization ON public.datasets USING btree (organization_id, created_at, id);
CREATE INDEX files_blob ON public.files USING btree (blob);
CREATE INDEX files_organization ON public.files USING btree (organization_id, created_at, id);
CREATE INDEX fine_tunes_organization ON public.fine_tunes USING btree (organization_id, created_at, id);
CREATE INDEX idempotency_keys_expiry ON public.idempotency_keys USING btree (expires_at);
CREATE INDEX invites_organization ON public.invites USING btree (organization_id, created_at, id);
CREATE INDEX jobs_due ON public.jobs USING btree (kind, status, run_at);
CREATE INDEX members_organization ON public.members USING btree (organization_id, created_at, user_id);
CREATE INDEX pronunciation_dicts_organization ON public.pronunciation_dicts USING btree (organization_id, created_at, id);
CREATE INDEX voices_access ON public.voices USING btree (access, created_at, id);
CREATE INDEX voices_clip ON public.voices USING btree (clip);
CREATE INDEX voices_fine_tune ON public.voices USING btree (fine_tune_id);
CREATE INDEX voices_organization ON public.voices USING btree (organization_id, created_at, id);
CREATE INDEX webhook_deliveries_organization ON public.webhook_deliveries USING btree (organization_id, created_at, id);
CREATE INDEX webhook_deliveries_webhook ON public.webhook_deliveries USING btree (webhook_id, created_at, id);
CREATE INDEX webhooks_organization ON public.webhooks USING btree (organization_id, created_at, id);
ALTER TABLE ONLY public.agent_tools
    ADD CONSTRAINT agent_tools_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.agent_versions
    ADD CONSTRAINT agent_versions_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES public.agents(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.agent_versions
    ADD CONSTRAINT agent_versions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.agents
    ADD CONSTRAINT agents_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.dataset_files
    ADD CONSTRAINT dataset_files_dataset_id_fkey FOREIGN KEY (dataset_id) REFERENCES public.datasets(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.dataset_files
    ADD CONSTRAINT dataset_files_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.datasets
    ADD CONSTRAINT datasets_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.fine_tunes
    ADD CONSTRAINT fine_tunes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.pronunciation_dicts
    ADD CONSTRAINT pronunciation_dicts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.voices
    ADD CONSTRAINT voices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES public.webhooks(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id);
