/** Programs of Debian that the measurements run. */
import { spawnSync } from 'node:child_process';

/** Those of `names` that are not installed; all of them where there is no dpkg. */
export function missingPackages(names: readonly string[]): string[] {
  return names.filter((name) => {
    const { status, stdout } = spawnSync('dpkg-query', ['--show', '--showformat=${Status}', name], {
      encoding: 'utf8',
    });
    return status !== 0 || stdout !== 'install ok installed';
  });
}

/**
 * Installs what is missing, and says so.
 * @param say told what is done, in lines
 * @throws {Error} when something is missing and this is not root, or apt-get fails; the message is the command to run
 */
export function installPackages(names: readonly string[], say: (line: string) => void): void {
  const missing = missingPackages(names);
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() !== 0) {
    throw new Error(
      `These Debian packages are missing: ${missing.join(', ')}. Install them (sudo ${command}), or measure without them (--short, or --only with other parts).`,
    );
  }
  say(`These Debian packages are missing: ${missing.join(', ')}. Installing them: ${command}`);
  for (const line of ['apt-get update -qq', command]) {
    const [program, ...args] = line.split(' ') as [string, ...string[]];
    const { status, error } = spawnSync(program, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (status !== 0) throw new Error(`"${line}" failed${error === undefined ? '' : `: ${error.message}`}`);
  }
}
