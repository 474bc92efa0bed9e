/** Made by `npm run test:docs -- --record` from the answers of a server. */
import type { RecordedAnswer } from './example.ts';

/** By operation: `GET /voices/{id}`. */
export const answers: Readonly<Record<string, RecordedAnswer>> = {
  'DELETE /agents/webhooks/{webhook_id}': {
    status: 200,
    type: 'application/json',
    text: '"agent_webhook_f7ch3YKWsa3mPj7AJswAir"',
  },
  'DELETE /agents/{agent_id}': { status: 204 },
  'DELETE /api-keys/{id}': { status: 204 },
  'DELETE /datasets/{id}': { status: 204 },
  'DELETE /datasets/{id}/files/{fileID}': { status: 204 },
  'DELETE /files/{id}': { status: 200, type: 'application/json', text: '{"message":"File deleted successfully"}' },
  'DELETE /fine-tunes/{id}': { status: 204 },
  'DELETE /organizations/invites/{id}': { status: 204 },
  'DELETE /organizations/users/{id}': { status: 204 },
  'DELETE /pronunciation-dicts/{id}': { status: 204 },
  'DELETE /v1/agents/tools/{tool_id}': { status: 204 },
  'DELETE /v1/agents/{agent_id}': { status: 204 },
  'DELETE /voices/{id}': { status: 204 },
  'DELETE /voices/{id}/accents/{accent_id}': {
    status: 200,
    type: 'application/json',
    text: '{"id":"cf52aaf6-d37f-4385-a345-faba6eaa7300","is_owner":true,"name":"Ada","description":"","gender":"feminine","created_at":"2026-11-22T06:25:35.210Z","language":"en","status":"active","access":"private","visibility":"owner","tagline":"","accents":[{"accent":"general-american","locale":"en-US","is_native":true}],"locales":[{"locale":"en-US","is_native":true}],"accent":"general-american","country":"US","is_pro":false}',
  },
  'GET /': { status: 200, type: 'application/json', text: '{"ok":true,"version":"2026-08-14"}' },
  'GET /accents': {
    status: 200,
    type: 'application/json',
    text: '{"accents":[{"id":"british","name":"British","language":"en","locale":"en-GB","is_locale_default":true,"is_localizable":true}]}',
  },
  'GET /agents': {
    status: 200,
    type: 'application/json',
    text: '{"summaries":[{"id":"agent_Zsyc1KD4TKzwyqgIfrkMNF","name":"Front desk","description":"Takes calls.","created_at":"2026-11-22T06:25:40.228Z","updated_at":"2026-11-22T06:25:40.228Z","deleted_at":null,"tts_voice":"117a7403-5d7c-56f7-af5d-511635ec8f9b","tts_language":"en","webhook_id":null,"has_text_to_agent_run":false,"deployment_count":0,"git_repository":null,"git_deploy_branch":null,"phone_numbers":[]},{"id":"agent_iIkWfRN5mTmVaa0G5N3ivF","name":"Front desk","description":"Takes calls.","created_at":"2026-11-22T06:25:39.856Z","updated_at":"2026-11-22T06:25:39.856Z","deleted_at":null,"tts_voice":"117a7403-5d7c-56f7-af5d-511635ec8f9b","tts_language":"en","webhook_id":null,"has_text_to_agent_run":false,"deployment_count":0,"git_repository":null,"git_deploy_branch":null,"phone_numbers":[]}]}',
  },
  'GET /agents/deployments/{deployment_id}': {
    status: 404,
    type: 'application/json',
    text: '{"error_code":"not_found","title":"Not found","message":"No deployment has this id: agents of this server are not deployed.","request_id":"2f7a6b3d-2e5d-4ea7-854f-2c8d3f6dd243","doc_url":"http://localhost:8080/docs/errors#not_found"}',
  },
  'GET /agents/templates': { status: 200, type: 'application/json', text: '{"templates":[]}' },
  'GET /agents/webhooks': {
    status: 200,
    type: 'application/json',
    text: '{"data":[{"id":"agent_webhook_NT7Dx9BnbJ7qC7vqfLaONT","url":"https://example.com/hooks/sonorant","display_name":"Production","send_secret_header":false,"events":["voice.*","dataset.created"],"disabled_at":null,"paused_at":null,"failing_since":null,"failures":0,"created_at":"2026-11-22T06:25:45.888Z","updated_at":"2026-11-22T06:25:45.888Z"}],"has_more":false,"next_page":null}',
  },
  'GET /agents/webhooks/{webhook_id}/deliveries': {
    status: 200,
    type: 'application/json',
    text: '{"data":[{"id":"msg_m2ZCYzM8OPmAkTzFN3XOyO","type":"dataset.created","status":"pending","attempts":0,"response_status":null,"error":null,"held_back":false,"body":"{\\"type\\":\\"dataset.created\\",\\"request_id\\":\\"ae6ed543-5380-43ba-92b4-6449c2a2b66e\\",\\"agent_id\\":null,\\"webhook_id\\":\\"agent_webhook_pYhwAtfnY2ggWmBXP5QmLB\\",\\"timestamp\\":\\"2026-11-22T06:25:46.630Z\\",\\"data\\":{\\"id\\":\\"dataset_subgECZEPKFR8S5NRynh5m\\",\\"name\\":\\"Reading\\",\\"description\\":\\"One speaker, read aloud.\\",\\"created_at\\":\\"2026-11-22T06:25:46.628Z\\"}}","created_at":"2026-11-22T06:25:46.630Z","last_attempt_at":null,"next_attempt_at":"2026-11-22T06:25:46.630Z"}],"has_more":false,"next_page":null}',
  },
  'GET /agents/{agent_id}': {
    status: 200,
    type: 'application/json',
    text: '{"id":"agent_jW31rCFLwF858dAYfwdmnW","name":"Front desk","description":"Takes calls.","created_at":"2026-11-22T06:25:44.736Z","updated_at":"2026-11-22T06:25:44.736Z","deleted_at":null,"tts_voice":"117a7403-5d7c-56f7-af5d-511635ec8f9b","tts_language":"en","webhook_id":null,"has_text_to_agent_run":false,"deployment_count":0,"git_repository":null,"git_deploy_branch":null,"phone_numbers":[]}',
  },
  'GET /agents/{agent_id}/deployments': { status: 200, type: 'application/json', text: '[]' },
  'GET /agents/{agent_id}/phone-numbers': { status: 200, type: 'application/json', text: '[]' },
  'GET /api-keys': {
    status: 200,
    type: 'application/json',
    text: '{"data":[{"id":"338e21ac-7380-4ba3-bf06-c7e326c11158","kind":"api","name":null,"description":"Given by a setting","scopes":null,"created_at":"2026-11-22T06:25:25.069Z","expires_at":null,"last_used_at":"2026-11-22T06:25:59.628Z","creator_email":null,"creator_still_in_org":null,"creator_image_url":null}],"has_more":false,"next_page":null}',
  },
  'GET /api-keys/{id}': {
    status: 200,
    type: 'application/json',
    text: '{"id":"cb408e0a-a36d-4eaf-8831-250642e7f66e","kind":"api","name":"Web site","description":"Web site","scopes":["tts"],"created_at":"2026-11-22T06:26:02.893Z","expires_at":null,"last_used_at":null,"creator_email":null,"creator_still_in_org":null,"creator_image_url":null}',
  },
  'GET /datasets': {
    status: 200,
    type: 'application/json',
    text: '{"data":[{"id":"dataset_QtAmH5XsJbBLCKF1hTg7r9","name":"Reading","description":"One speaker, read aloud.","created_at":"2026-11-22T06:25:47.386Z"}],"has_more":true,"next_page":"dataset_QtAmH5XsJbBLCKF1hTg7r9"}',
  },
  'GET /datasets/{id}': {
    status: 200,
    type: 'application/json',
    text: '{"id":"dataset_ySwgGUVa9QYUyLKEyUQy3M","name":"Reading","description":"One speaker, read aloud.","created_at":"2026-11-22T06:25:50.318Z"}',
  },
  'GET /datasets/{id}/files': {
    status: 200,
    type: 'application/json',
    text: '{"data":[{"id":"file_5b2QXPZ9A3EOvbYMEyiwOd","filename":"clip.wav","created_at":"2026-11-22T06:25:51.801Z","size":573054}],"has_more":false,"next_page":null}',
  },
  'GET /files': { status: 200, type: 'application/json', text: '{"data":[],"has_more":false}' },
  'GET /files/{id}/download': { status: 200, type: 'application/octet-stream', bytes: 573054 },
  'GET /files/{id}/info': {
    status: 200,
    type: 'application/json',
    text: '{"id":"file_ip30IV1b1SXh0LJyU7C8pH","filename":"clip.wav","purpose":"fine_tune","size":573054,"status":"ready","owner_id":"org_ac0cc0b8-b50e-4db0-bfa8-0768faaa1a2e","created_at":"2026-11-22T06:25:48.926Z"}',
  },
  'GET /fine-tunes': { status: 200, type: 'application/json', text: '{"data":[],"has_more":false,"next_page":null}' },
  'GET /fine-tunes/{id}': {
    status: 200,
    type: 'application/json',
    text: '{"id":"fine_tune_AXHU03Ot2C0WXBMuXSwWKO","name":"Reader","description":"From read clips.","language":"en","accent":null,"supported_model_ids":["sonorant-1","flite","espeak"],"model_id":"sonorant-1","dataset":"dataset_HEVx8xytm5GyNDJm2PChaD","status":"created","progress":0,"user_errors":[],"created_at":"2026-11-22T06:25:57.145Z"}',
  },
  'GET /fine-tunes/{id}/voices': {
    status: 200,
    type: 'application/json',
    text: '{"data":[],"has_more":false,"next_page":null}',
  },
  'GET /healthz': { status: 200, type: 'application/json', text: '{"status":"ok"}' },
  'GET /locales': {
    status: 200,
    type: 'application/json',
    text: '{"locales":[{"locale":"ar-AE","language":"ar","display_name":"Arabic (United Arab Emirates)","accents":[{"id":"khaleeji","label":"Khaleeji","is_default":true}]},{"locale":"ar-SA","language":"ar","display_name":"Arabic (Saudi Arabia)","accents":[{"id":"modern-standard-arabic","label":"Modern Standard Arabic","is_default":true},{"id":"middle-eastern-arabic","label":"Middle Eastern Arabic","is_default":false}]}]}',
  },
  'GET /organizations/invites': {
    status: 200,
    type: 'application/json',
    text: '{"data":[],"has_more":false,"next_page":null}',
  },
  'GET /organizations/invites/{id}': {
    status: 200,
    type: 'application/json',
    text: '{"id":"orginv_TQYH24223L60MmB5pN6ZGw","email":"ada.1795328761417830445@example.com","role":"member","status":"pending","created_at":"2026-11-22T06:26:01.462Z","expires_at":"2026-12-22T06:26:01.462Z"}',
  },
  'GET /organizations/requests': {
    status: 200,
    type: 'application/json',
    text: '{"data":[{"id":"04e8b9e4-5078-4ae8-8f7f-6553acf0cc63","created_at":"2026-11-22T06:26:01.331Z","request_id":"04e8b9e4-5078-4ae8-8f7f-6553acf0cc63","method":"POST","route":"/organizations/invites","transport":"http","status":201,"duration_ms":30.1,"api_key_id":"c3166b1b-d890-4db6-b120-1ff23536dabb","api_key_description":"Given by a setting","error_code":null,"context_id":null,"aborted":false}],"has_more":true,"next_page":"04e8b9e4-5078-4ae8-8f7f-6553acf0cc63"}',
  },
  'GET /organizations/users': {
    status: 200,
    type: 'application/json',
    text: '{"data":[{"id":"b9e28659-375d-48f4-9e31-cef73a0ff9d9","email":null,"name":"Administrator","role":"admin","image_url":null,"created_at":"2026-11-22T06:25:25.067Z"}],"has_more":false,"next_page":null}',
  },
  'GET /organizations/users/{id}': {
    status: 200,
    type: 'application/json',
    text: '{"id":"dea72645-c5e7-4bed-ac4d-0ac460b8cb64","email":null,"name":"Administrator","role":"admin","image_url":null,"created_at":"2026-11-22T06:37:04.904Z"}',
  },
  'GET /pronunciation-dicts': {
    status: 200,
    type: 'application/json',
    text: '{"data":[],"has_more":false,"next_page":null}',
  },
  'GET /pronunciation-dicts/{id}': {
    status: 200,
    type: 'application/json',
    text: '{"id":"pdict_vEBFPBJTRvqQVpBf6SCBVg","name":"Brands","description":"","items":[{"text":"nginx","pronunciation":"engine ex","alias":"engine ex","case_sensitive":false},{"text":"GIF","pronunciation":"<<dʒ|ɪ|f>>","alias":"<<dʒ|ɪ|f>>","case_sensitive":true}],"owner_id":"org_ac0cc0b8-b50e-4db0-bfa8-0768faaa1a2e","is_owner":true,"access":"private","visibility":"owner","pinned":false,"created_at":"2026-11-22T06:25:37.442Z"}',
  },
  'GET /readyz': { status: 200, type: 'application/json', text: '{"status":"ok"}' },
  'GET /readyz/speech': { status: 200, type: 'application/json', text: '{"status":"ok"}' },
  'GET /tts/websocket': { status: 101 },
  'GET /usage/agents': {
    status: 200,
    type: 'application/json',
    text: '{"data":[{"start_ts":"2026-11-15T00:00:00.000Z","end_ts":"2026-11-23T00:00:00.000Z","cents":0,"minutes":0,"calls":0}]}',
  },
  'GET /usage/credits': {
    status: 200,
    type: 'application/json',
    text: '{"data":[{"start_ts":"2026-01-01T00:00:00.000Z","end_ts":"2026-01-02T00:00:00.000Z","credits":0},{"start_ts":"2026-01-02T00:00:00.000Z","end_ts":"2026-01-03T00:00:00.000Z","credits":0}]}',
  },
  'GET /v1/agents': {
    status: 200,
    type: 'application/json',
    text: '{"data":[{"id":"agent_FNCd062uTlpst6BL4dbCPl","name":"Front desk","description":"Takes calls.","created_at":"2026-11-22T06:25:38.315Z","updated_at":"2026-11-22T06:25:38.315Z","version_id":"agent_version_rNtAFQAWpVvZKc6cUFnPGS"}],"has_more":false,"next_page":null}',
  },
  'GET /v1/agents/models': {
    status: 200,
    type: 'application/json',
    text: '{"data":[{"id":"default","display_name":"Default","provider":"operator","description":"A language model that the operator of this server connects with the agent runtime. The server itself brings no model.","average_latency_ms":null,"pricing":{"currency":"USD","input_per_million_tokens":"0","output_per_million_tokens":"0","cache_read_per_million_tokens":"0","cache_write_per_million_tokens":"0"}}],"has_more":false,"next_page":null}',
  },
  'GET /v1/agents/tools': {
    status: 200,
    type: 'application/json',
    text: '{"data":[{"id":"agent_tool_ywkjOL2lmnI4wgfkgtSICW","created_at":"2026-11-22T06:25:40.857Z","updated_at":"2026-11-22T06:25:40.857Z","type":"webhook","name":"find_order","description":"Finds an order by its number.","pre_tool_speech":"auto","execution_mode":"immediate","response_timeout_secs":20,"api_schema":{"url":"https://api.example.com/orders/{order}","method":"GET","path_params_schema":{"order":{"type":"string","description":"The number of the order."}},"query_params_schema":null,"request_body_schema":null,"request_headers":{},"authentication":null},"assignments":[]}],"has_more":false,"next_page":null}',
  },
  'GET /v1/agents/tools/{tool_id}': {
    status: 200,
    type: 'application/json',
    text: '{"id":"agent_tool_hB9n2O7zftndeZrehqEl0N","created_at":"2026-11-22T06:25:42.462Z","updated_at":"2026-11-22T06:25:42.462Z","type":"webhook","name":"find_order","description":"Finds an order by its number.","pre_tool_speech":"auto","execution_mode":"immediate","response_timeout_secs":20,"api_schema":{"url":"https://api.example.com/orders/{order}","method":"GET","path_params_schema":{"order":{"type":"string","description":"The number of the order."}},"query_params_schema":null,"request_body_schema":null,"request_headers":{},"authentication":null},"assignments":[]}',
  },
  'GET /v1/agents/{agent_id}': {
    status: 200,
    type: 'application/json',
    text: '{"id":"agent_y4x8ajleQh6NSSaqn9vXRp","name":"Front desk","description":"Takes calls.","created_at":"2026-11-22T06:25:38.922Z","updated_at":"2026-11-22T06:25:38.922Z","config":{"audio":{"input":{"keyterms":[],"noise_suppression":"auto"},"output":{"background_sound":null,"emotion":null,"pronunciation_dictionary_id":null,"speed":1.1,"voice_id":"117a7403-5d7c-56f7-af5d-511635ec8f9b","volume":null}},"dynamic_variable_placeholders":{},"initial_message":null,"instructions":"","speculative_generation":false,"timezone":"UTC","tools":[],"language":{"primary":"en"},"model":{"id":"default","max_output_tokens":null,"temperature":null},"system_tools":{"end_call":null,"send_dtmf":null,"transfer_to_number":null},"turn":{"inactivity_end_call_secs":240,"inactivity_check_in_secs":8}},"version":{"id":"agent_version_CQaFrNdQdHTB0JgDgvpHRd","description":null,"created_at":"2026-11-22T06:25:38.922Z","created_by":"338e21ac-7380-4ba3-bf06-c7e326c11158"}}',
  },
  'GET /v1/agents/{agent_id}/versions': {
    status: 200,
    type: 'application/json',
    text: '{"data":[{"id":"agent_version_gXQ12Aa9Nqb3iJx6vKADvW","description":null,"created_at":"2026-11-22T06:25:39.856Z","created_by":"338e21ac-7380-4ba3-bf06-c7e326c11158","config":{"audio":{"input":{"keyterms":[],"noise_suppression":"auto"},"output":{"background_sound":null,"emotion":null,"pronunciation_dictionary_id":null,"speed":1.1,"voice_id":"117a7403-5d7c-56f7-af5d-511635ec8f9b","volume":null}},"dynamic_variable_placeholders":{},"initial_message":null,"instructions":"","speculative_generation":false,"timezone":"UTC","tools":[],"language":{"primary":"en"},"model":{"id":"default","max_output_tokens":null,"temperature":null},"system_tools":{"end_call":null,"send_dtmf":null,"transfer_to_number":null},"turn":{"inactivity_end_call_secs":240,"inactivity_check_in_secs":8}}}],"has_more":false,"next_page":null}',
  },
  'GET /v1/agents/{agent_id}/versions/{version_id}': {
    status: 200,
    type: 'application/json',
    text: '{"id":"agent_version_IBf2XXA9zE1N2WSM8QKnUN","description":null,"created_at":"2026-11-22T06:25:40.228Z","created_by":"338e21ac-7380-4ba3-bf06-c7e326c11158","config":{"audio":{"input":{"keyterms":[],"noise_suppression":"auto"},"output":{"background_sound":null,"emotion":null,"pronunciation_dictionary_id":null,"speed":1.1,"voice_id":"117a7403-5d7c-56f7-af5d-511635ec8f9b","volume":null}},"dynamic_variable_placeholders":{},"initial_message":null,"instructions":"","speculative_generation":false,"timezone":"UTC","tools":[],"language":{"primary":"en"},"model":{"id":"default","max_output_tokens":null,"temperature":null},"system_tools":{"end_call":null,"send_dtmf":null,"transfer_to_number":null},"turn":{"inactivity_end_call_secs":240,"inactivity_check_in_secs":8}}}',
  },
  'GET /v1/audio/models': {
    status: 200,
    type: 'application/json',
    text: '{"models":[{"id":"sonorant-1","object":"model","created":1735689600,"owned_by":"sonorant"},{"id":"flite","object":"model","created":1735689600,"owned_by":"sonorant"}]}',
  },
  'GET /v1/audio/voices': {
    status: 200,
    type: 'application/json',
    text: '{"voices":[{"id":"117a7403-5d7c-56f7-af5d-511635ec8f9b","object":"voice","name":"Sadie","language":"en","gender":"feminine","description":"A feminine voice speaking American English: built from recordings of a speaker."},{"id":"7cd36ec8-386d-52ea-95ae-9b6569284e04","object":"voice","name":"Russell","language":"en","gender":"masculine","description":"A masculine voice speaking American English: built from recordings of a speaker."}]}',
  },
  'GET /v1/models': {
    status: 200,
    type: 'application/json',
    text: '{"object":"list","data":[{"id":"sonorant-1","object":"model","created":1735689600,"owned_by":"sonorant"},{"id":"flite","object":"model","created":1735689600,"owned_by":"sonorant"}]}',
  },
  'GET /v1/models/{id}': {
    status: 200,
    type: 'application/json',
    text: '{"id":"tts-1","object":"model","created":1735689600,"owned_by":"sonorant"}',
  },
  'GET /voices': {
    status: 200,
    type: 'application/json',
    text: '{"data":[{"id":"551abf5b-b8da-5abf-a4da-25856c0897d1","is_owner":false,"name":"Anke","description":"A feminine voice speaking German: clear at any speed and very fast, audibly synthetic.","gender":"feminine","created_at":"2025-01-01T00:00:00.000000Z","language":"de","status":"active","access":"public","visibility":"all","tagline":"German","accents":[{"accent":"standard-german","locale":"de-DE","is_native":true}],"locales":[{"locale":"de-DE","is_native":true}],"accent":"standard-german","country":"DE","is_pro":false},{"id":"1c1dbfb7-0604-57c3-a0c8-048ca967ddef","is_owner":false,"name":"Lukas","description":"A masculine voice speaking German: clear at any speed and very fast, audibly synthetic.","gender":"masculine","created_at":"2025-01-01T00:00:00.000000Z","language":"de","status":"active","access":"public","visibility":"all","tagline":"German","accents":[{"accent":"standard-german","locale":"de-DE","is_native":true}],"locales":[{"locale":"de-DE","is_native":true}],"accent":"standard-german","country":"DE","is_pro":false}],"has_more":false,"next_page":null}',
  },
  'GET /voices/{id}': {
    status: 200,
    type: 'application/json',
    text: '{"id":"f786b574-daa5-4673-aa0c-cbe3e8534c02","is_owner":false,"name":"Sadie","description":"A feminine voice speaking American English: built from recordings of a speaker.","gender":"feminine","created_at":"2025-01-01T00:00:00.000000Z","language":"en","status":"active","access":"public","visibility":"all","tagline":"American English","accents":[{"accent":"general-american","locale":"en-US","is_native":true}],"locales":[{"locale":"en-US","is_native":true}],"accent":"general-american","country":"US","is_pro":false}',
  },
  'GET /voices/{id}/preview': { status: 200, type: 'audio/wav', bytes: 172780 },
  'PATCH /agents/webhooks/{webhook_id}': {
    status: 200,
    type: 'application/json',
    text: '"agent_webhook_y84GVAL77K9k7r1VNIL5Ve"',
  },
  'PATCH /agents/{agent_id}': {
    status: 200,
    type: 'application/json',
    text: '{"id":"agent_vLGhmAjoE1rn5bRuswHSiW","name":"Reception","description":"Takes calls.","created_at":"2026-11-22T06:25:44.900Z","updated_at":"2026-11-22T06:25:44.963Z","deleted_at":null,"tts_voice":"117a7403-5d7c-56f7-af5d-511635ec8f9b","tts_language":"en","webhook_id":null,"has_text_to_agent_run":false,"deployment_count":0,"git_repository":null,"git_deploy_branch":null,"phone_numbers":[]}',
  },
  'PATCH /api-keys/{id}': {
    status: 200,
    type: 'application/json',
    text: '{"id":"c33e97ad-db21-48b1-a2b7-4928b66224e3","kind":"api","name":"Web site and app","description":"Web site","scopes":["tts","voices"],"created_at":"2026-11-22T06:26:03.260Z","expires_at":null,"last_used_at":null,"creator_email":null,"creator_still_in_org":null,"creator_image_url":null}',
  },
  'PATCH /datasets/{id}': { status: 204 },
  'PATCH /organizations/users/{id}': {
    status: 200,
    type: 'application/json',
    text: '{"id":"973795d0-ccb2-4df4-984a-3541aec39be3","email":"ada.1795329426154795622@example.com","name":"Ada","role":"admin","image_url":null,"created_at":"2026-11-22T06:37:06.205Z"}',
  },
  'PATCH /pronunciation-dicts/{id}': {
    status: 200,
    type: 'application/json',
    text: '{"id":"pdict_ZFCoth6VH7F0CEd2WWFPZx","name":"Brands and formats","description":"","items":[{"text":"nginx","pronunciation":"engine ex","alias":"engine ex","case_sensitive":false},{"text":"GIF","pronunciation":"<<dʒ|ɪ|f>>","alias":"<<dʒ|ɪ|f>>","case_sensitive":true}],"owner_id":"org_ac0cc0b8-b50e-4db0-bfa8-0768faaa1a2e","is_owner":true,"access":"private","visibility":"owner","pinned":false,"created_at":"2026-11-22T06:25:37.777Z"}',
  },
  'PATCH /v1/agents/tools/{tool_id}': {
    status: 200,
    type: 'application/json',
    text: '{"id":"agent_tool_1vQb2GmiWxQ1nieOVjgXvg","created_at":"2026-11-22T06:25:42.839Z","updated_at":"2026-11-22T06:25:42.887Z","type":"webhook","name":"find_order","description":"Finds an order by its number.","pre_tool_speech":"auto","execution_mode":"immediate","response_timeout_secs":10,"api_schema":{"url":"https://api.example.com/orders/{order}","method":"GET","path_params_schema":{"order":{"type":"string","description":"The number of the order."}},"query_params_schema":null,"request_body_schema":null,"request_headers":{},"authentication":null},"assignments":[]}',
  },
  'PATCH /v1/agents/{agent_id}': {
    status: 200,
    type: 'application/json',
    text: '{"id":"agent_NZuM2IeM7UZ84bWhY0XDzR","name":"Front desk","description":"Takes calls.","created_at":"2026-11-22T06:25:39.167Z","updated_at":"2026-11-22T06:25:39.262Z","config":{"audio":{"input":{"keyterms":[],"noise_suppression":"auto"},"output":{"background_sound":null,"emotion":null,"pronunciation_dictionary_id":null,"speed":0.9,"voice_id":"117a7403-5d7c-56f7-af5d-511635ec8f9b","volume":null}},"dynamic_variable_placeholders":{},"initial_message":null,"instructions":"","speculative_generation":false,"timezone":"UTC","tools":[],"language":{"primary":"en"},"model":{"id":"default","max_output_tokens":null,"temperature":null},"system_tools":{"end_call":null,"send_dtmf":null,"transfer_to_number":null},"turn":{"inactivity_end_call_secs":240,"inactivity_check_in_secs":8}},"version":{"id":"agent_version_Suyl6l4TAUflbzBX8gKhPm","description":"Speaks slower","created_at":"2026-11-22T06:25:39.262Z","created_by":"338e21ac-7380-4ba3-bf06-c7e326c11158"}}',
  },
  'PATCH /voices/{id}': {
    status: 200,
    type: 'application/json',
    text: '{"id":"d13c7b88-d315-4a44-9dab-8c6366b08a28","is_owner":true,"name":"Ada, calm","description":"","gender":"feminine","created_at":"2026-11-22T06:25:31.647Z","language":"en","status":"active","access":"private","visibility":"owner","tagline":"For the news","accents":[{"accent":"general-american","locale":"en-US","is_native":true}],"locales":[{"locale":"en-US","is_native":true}],"accent":"general-american","country":"US","is_pro":false}',
  },
  'PATCH /voices/{id}/accents': {
    status: 200,
    type: 'application/json',
    text: '{"id":"979d6f92-33d6-403e-b9e2-794987adff36","is_owner":true,"name":"Ada","description":"","gender":"feminine","created_at":"2026-11-22T06:25:33.582Z","language":"en","status":"active","access":"private","visibility":"owner","tagline":"","accents":[{"accent":"general-american","locale":"en-US","is_native":true},{"accent":"british","locale":"en-GB","is_native":false}],"locales":[{"locale":"en-US","is_native":true},{"locale":"en-GB","is_native":false}],"accent":"general-american","country":"US","is_pro":false}',
  },
  'POST /access-token': {
    status: 200,
    type: 'application/json',
    text: '{"token":"eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJqdGkiOiJkN2QxZTkzNC1mMjI1LTQ5OGEtYjRhZC0wNTA4MWU1YTE4ZDMiLCJncmFudHMiOnsidHRzIjp0cnVlLCJzdHQiOmZhbHNlLCJhZ2VudCI6ZmFsc2V9LCJvcmdhbml6YXRpb25faWQiOiJhYzBjYzBiOC1iNTBlLTRkYjAtYmZhOC0wNzY4ZmFhYTFhMmUiLCJrZXlfaWQiOiIzMzhlMjFhYy03MzgwLTRiYTMtYmYwNi1jN2UzMjZjMTExNTgiLCJleHBpcmVzX2F0X21zIjoxNzk1MzI4ODE5NjMwLCJpc3MiOiJodHRwOi8vMTI3LjAuMC4xOjM5OTAzIiwiaWF0IjoxNzk1MzI4NzU5LCJleHAiOjE3OTUzMjg4MTl9.xFFdBVijTROyTsOtvF_TevdYLBjbqdGNnRMhIN8stR8"}',
  },
  'POST /agents/webhooks': {
    status: 200,
    type: 'application/json',
    text: '{"id":"agent_webhook_NT7Dx9BnbJ7qC7vqfLaONT","url":"https://example.com/hooks/sonorant","display_name":"Production","send_secret_header":false,"events":["voice.*","dataset.created"],"disabled_at":null,"paused_at":null,"failing_since":null,"failures":0,"created_at":"2026-11-22T06:25:45.888Z","updated_at":"2026-11-22T06:25:45.888Z","secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}',
  },
  'POST /agents/webhooks/{webhook_id}/deliveries/{delivery_id}/resend': {
    status: 200,
    type: 'application/json',
    text: '{"id":"msg_lopJIOtYHrjLZk9R1Ri1Uf","type":"dataset.created","status":"pending","attempts":1,"response_status":null,"error":"The connection failed (ENOTFOUND).","held_back":false,"body":"{\\"type\\":\\"dataset.created\\",\\"request_id\\":\\"63e9ae61-ffea-466f-a460-82e9374ebe7f\\",\\"agent_id\\":null,\\"webhook_id\\":\\"agent_webhook_mOaHvyVPiedkJVloneQgaP\\",\\"timestamp\\":\\"2026-11-22T06:25:47.387Z\\",\\"data\\":{\\"id\\":\\"dataset_QtAmH5XsJbBLCKF1hTg7r9\\",\\"name\\":\\"Reading\\",\\"description\\":\\"One speaker, read aloud.\\",\\"created_at\\":\\"2026-11-22T06:25:47.386Z\\"}}","created_at":"2026-11-22T06:25:47.387Z","last_attempt_at":"2026-11-22T06:25:47.565Z","next_attempt_at":"2026-11-22T06:25:47.573Z"}',
  },
  'POST /agents/webhooks/{webhook_id}/resume': {
    status: 200,
    type: 'application/json',
    text: '{"id":"agent_webhook_8bAsbbIz3EhVTaNapH6ZOd","url":"https://example.com/hooks/sonorant","display_name":"Production","send_secret_header":false,"events":["voice.*","dataset.created"],"disabled_at":null,"paused_at":null,"failing_since":null,"failures":0,"created_at":"2026-11-22T06:25:47.101Z","updated_at":"2026-11-22T06:25:47.101Z"}',
  },
  'POST /agents/webhooks/{webhook_id}/test': {
    status: 200,
    type: 'application/json',
    text: '{"id":"msg_JbnBuEUucN4yuDM6n2yKuq","delivered":false,"response_status":null,"error":{"code":"name_not_found","message":"The connection failed (ENOTFOUND)."},"duration_ms":2}',
  },
  'POST /api-keys': {
    status: 201,
    type: 'application/json',
    text: '{"id":"16c5d831-cd0f-4bb1-9962-3e36479210b1","kind":"api","name":"Web site","description":"Web site","scopes":["tts"],"created_at":"2026-11-22T06:26:02.666Z","expires_at":null,"last_used_at":null,"creator_email":null,"creator_still_in_org":null,"creator_image_url":null,"key":"sk_car_UtWDUHA8VjvDtm4qsY5nX5EcQBal3Lpdvo"}',
  },
  'POST /api-keys/{id}/rotate': {
    status: 201,
    type: 'application/json',
    text: '{"id":"8940587e-31a9-4b13-86aa-19de0bb2ad40","kind":"api","name":"Web site","description":"Web site","scopes":["tts"],"created_at":"2026-11-22T06:26:04.180Z","expires_at":null,"last_used_at":null,"creator_email":null,"creator_still_in_org":null,"creator_image_url":null,"key":"sk_car_Pb7aW90Nc0YCxH67Y5wcTklAj08928M9ky","replaced":{"id":"1d2cff1c-2590-4354-af3c-aa13636d98f7","ends_at":"2026-11-22T07:26:04.180Z"}}',
  },
  'POST /audio/transcriptions': {
    status: 200,
    type: 'application/json',
    text: '{"text":"The rainbow is a division of white light into many beautiful colours.","task":"transcribe","language":"english","duration":6.49175,"segments":[{"id":0,"start":0,"end":6.16,"text":"The rainbow is a division of white light into many beautiful colours."}]}',
  },
  'POST /datasets': {
    status: 200,
    type: 'application/json',
    text: '{"id":"dataset_GezVJZ33cIc3X6iXAKOfuE","name":"Reading","description":"One speaker, read aloud.","created_at":"2026-11-22T06:25:50.082Z"}',
  },
  'POST /datasets/{id}/files': { status: 204 },
  'POST /files': {
    status: 201,
    type: 'application/json',
    text: '{"id":"file_w1zbcy8iR1mhp2POzuNfrv","filename":"clip.wav","purpose":"fine_tune","size":573054,"status":"ready","owner_id":"org_ac0cc0b8-b50e-4db0-bfa8-0768faaa1a2e","created_at":"2026-11-22T06:25:48.477Z"}',
  },
  'POST /fine-tunes': {
    status: 200,
    type: 'application/json',
    text: '{"id":"fine_tune_EeOx2d5E8dxmeLFcDFFlf0","name":"Reader","description":"From read clips.","language":"en","accent":null,"supported_model_ids":["sonorant-1","flite","espeak"],"model_id":"sonorant-1","dataset":"dataset_wGqb1J3ehoXEHBrhoATauq","status":"created","progress":0,"user_errors":[],"created_at":"2026-11-22T06:25:55.843Z"}',
  },
  'POST /invitations/accept': {
    status: 201,
    type: 'application/json',
    text: '{"id":"6a0bff35-af17-4aef-b17f-8c699432dce8","email":"ada.1795328762069478234@example.com","name":"Ada","role":"member","image_url":null,"created_at":"2026-11-22T06:26:02.238Z"}',
  },
  'POST /organizations/invites': {
    status: 201,
    type: 'application/json',
    text: '[{"id":"orginv_IMHhAoyxwUj8rxjd9WZzXU","email":"ada.1795328761241285564@example.com","role":"member","status":"pending","created_at":"2026-11-22T06:26:01.349Z","expires_at":"2026-12-22T06:26:01.349Z","accept_url":"http://localhost:8080/invitations/accept?token=udVNtLLb9x3offWj0iG8HR7ZwTqV9fW7"}]',
  },
  'POST /organizations/users/{id}/password-reset': {
    status: 201,
    type: 'application/json',
    text: '{"url":"http://localhost:8080/console/reset?token=gYIjddM6V1cMRDkyuHLRsalCLgQ5wWpe","expires_at":"2026-11-23T06:37:06.471Z"}',
  },
  'POST /pronunciation-dicts': {
    status: 200,
    type: 'application/json',
    text: '{"id":"pdict_EIimhwE5A0LljTlqJoseF9","name":"Brands","description":"","items":[{"text":"nginx","pronunciation":"engine ex","alias":"engine ex","case_sensitive":false},{"text":"GIF","pronunciation":"<<dʒ|ɪ|f>>","alias":"<<dʒ|ɪ|f>>","case_sensitive":true}],"owner_id":"org_ac0cc0b8-b50e-4db0-bfa8-0768faaa1a2e","is_owner":true,"access":"private","visibility":"owner","pinned":false,"created_at":"2026-11-22T06:25:37.234Z"}',
  },
  'POST /stt': {
    status: 200,
    type: 'application/json',
    text: '{"type":"transcript","text":"The rainbow is a division of white light into many beautiful colours.","is_final":true,"language":"en","duration":6.49175,"request_id":"d9b1d1cc-488c-4122-a3c1-8bd384519ea3"}',
  },
  'POST /tts/bytes': { status: 200, type: 'audio/wav', bytes: 165442 },
  'POST /tts/sse': {
    status: 200,
    type: 'text/event-stream',
    text: 'event: chunk\ndata: {"type":"chunk","status_code":206,"done":false,"data":"CQAsADkAPgBPADkA8f/T/wwAUgBWACIA7//z/ykAQQAWAOn/8f8MAAwABgAaADIAGwDa/6z/tP/e/w0AMQA3AAsAvf+E/5L/2v8aACUADADi/6b/fP+Q/9D/AgAMAPb/yv+f/4//nf/…\n\nevent: timestamps\ndata: {"type":"timestamps","status_code":206,"done":false,"word_timestamps":{"words":["Hello","from","your","own","machine."],"start":[0,0.3013,0.5792,0.7375,0.9431],"end":[0.3013,0.5792,0.7375,0.9431…\n\nevent: done\ndata: {"type":"done","status_code":206,"done":true}',
  },
  'POST /v1/agents': {
    status: 201,
    type: 'application/json',
    text: '{"id":"agent_FNCd062uTlpst6BL4dbCPl","name":"Front desk","description":"Takes calls.","created_at":"2026-11-22T06:25:38.315Z","updated_at":"2026-11-22T06:25:38.315Z","config":{"audio":{"input":{"keyterms":[],"noise_suppression":"auto"},"output":{"background_sound":null,"emotion":null,"pronunciation_dictionary_id":null,"speed":1.1,"voice_id":"117a7403-5d7c-56f7-af5d-511635ec8f9b","volume":null}},"dynamic_variable_placeholders":{},"initial_message":null,"instructions":"","speculative_generation":false,"timezone":"UTC","tools":[],"language":{"primary":"en"},"model":{"id":"default","max_output_tokens":null,"temperature":null},"system_tools":{"end_call":null,"send_dtmf":null,"transfer_to_number":null},"turn":{"inactivity_end_call_secs":240,"inactivity_check_in_secs":8}},"version":{"id":"agent_version_rNtAFQAWpVvZKc6cUFnPGS","description":null,"created_at":"2026-11-22T06:25:38.315Z","created_by":"338e21ac-7380-4ba3-bf06-c7e326c11158"}}',
  },
  'POST /v1/agents/tools': {
    status: 201,
    type: 'application/json',
    text: '{"id":"agent_tool_ywkjOL2lmnI4wgfkgtSICW","created_at":"2026-11-22T06:25:40.857Z","updated_at":"2026-11-22T06:25:40.857Z","type":"webhook","name":"find_order","description":"Finds an order by its number.","pre_tool_speech":"auto","execution_mode":"immediate","response_timeout_secs":20,"api_schema":{"url":"https://api.example.com/orders/{order}","method":"GET","path_params_schema":{"order":{"type":"string","description":"The number of the order."}},"query_params_schema":null,"request_body_schema":null,"request_headers":{},"authentication":null},"assignments":[]}',
  },
  'POST /v1/audio/speech': { status: 200, type: 'audio/mpeg', bytes: 15744 },
  'POST /v1/audio/transcriptions': {
    status: 200,
    type: 'application/json',
    text: '{"text":"The rainbow is a division of white light into many beautiful colours."}',
  },
  'POST /voices/clone': {
    status: 200,
    type: 'application/json',
    text: '{"id":"d02328f4-d8aa-485b-ae11-906a7062a674","access":"private","visibility":"owner","name":"Ada","tagline":"","description":"","created_at":"2026-11-22T06:25:36.349Z","language":"en","user_id":"org_ac0cc0b8-b50e-4db0-bfa8-0768faaa1a2e"}',
  },
  'POST /voices/localize': {
    status: 200,
    type: 'application/json',
    text: '{"id":"46fa724c-e821-45c4-b95a-2b2014307338","access":"private","visibility":"owner","name":"Ada in London","tagline":"","description":"","created_at":"2026-11-22T06:25:32.833Z","language":"en","user_id":"org_ac0cc0b8-b50e-4db0-bfa8-0768faaa1a2e"}',
  },
};
