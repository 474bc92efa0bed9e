/**
 * The system calls flite's module imports. The synthesizer needs none of them: no files, no arguments, and a clock that
 * stands still, so that nothing from outside can change its output.
 */
const badDescriptor = 8;
const success = 0;

function refuse(): number {
  return badDescriptor;
}

function accept(): number {
  return success;
}

export const systemCalls = {
  args_get: accept,
  args_sizes_get: refuse,
  clock_time_get: accept,
  fd_close: refuse,
  fd_fdstat_get: refuse,
  fd_fdstat_set_flags: refuse,
  fd_prestat_get: refuse,
  fd_prestat_dir_name: refuse,
  fd_read: refuse,
  fd_seek: refuse,
  fd_write: refuse,
  path_open: refuse,
  proc_exit: (code: number): never => {
    throw new Error(`flite stopped with code ${code}`);
  },
};
