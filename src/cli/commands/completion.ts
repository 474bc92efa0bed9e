/** `sonorant completion`: scripts that let a shell complete the command, made from the command's own definition. */
import { Argument, type Command, type Option } from 'commander';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

const help = `
Examples:
  bash   source <(sonorant completion bash)             in ~/.bashrc
  zsh    source <(sonorant completion zsh)              in ~/.zshrc, behind compinit
  fish   sonorant completion fish > ~/.config/fish/completions/sonorant.fish`;

/** A command that can be typed, and what can stand behind it. */
interface Node {
  /** Words behind `sonorant`; empty for the command itself. */
  readonly path: readonly string[];
  readonly commands: readonly Command[];
  readonly options: readonly Option[];
}

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('Print a script that lets a shell complete this command.')
    .addArgument(new Argument('<shell>', 'of which shell').choices(shells))
    .addHelpText('after', help)
    .action((shell: Shell) => console.log(completionScript(program, shell)));
}

/** The script of a shell for a program as it is defined now. */
function completionScript(program: Command, shell: Shell): string {
  const nodes = nodesOf(program, []);
  if (shell === 'bash') return bashScript(nodes);
  if (shell === 'zsh') return zshScript(nodes);
  return fishScript(nodes);
}

function nodesOf(command: Command, path: readonly string[]): readonly Node[] {
  const shown = command.createHelp();
  const commands = shown.visibleCommands(command);
  const own = { path, commands, options: shown.visibleOptions(command) };
  return [
    own,
    ...commands.flatMap((child) => (child.name() === 'help' ? [] : nodesOf(child, [...path, child.name()]))),
  ];
}

function wordsOf({ commands, options }: Node): readonly string[] {
  const names = commands.map((command) => command.name());
  return [...names, ...options.flatMap(({ long, short }) => [long, short].filter((name) => typeof name === 'string'))];
}

/** Takes the words that are commands, and completes below the deepest one; files where nothing of the command fits. */
function bashScript(nodes: readonly Node[]): string {
  const cases = nodes.map((node) => `    '${node.path.join(' ')}') words='${wordsOf(node).join(' ')}' ;;`);
  const paths = nodes.filter(({ path }) => path.length > 0).map(({ path }) => `'${path.join(' ')}'`);
  return `_sonorant() {
  local current=\${COMP_WORDS[COMP_CWORD]} path='' next words index
  for ((index = 1; index < COMP_CWORD; index++)); do
    next="\${path:+$path }\${COMP_WORDS[index]}"
    case $next in
      ${paths.join(' | ')}) path=$next ;;
    esac
  done
  case $path in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -o bashdefault -F _sonorant sonorant`;
}

function zshScript(nodes: readonly Node[]): string {
  const cases = nodes.map((node) => {
    const described = [
      ...node.commands.map((command) => zshWord(command.name(), command.description())),
      ...node.options.flatMap(({ long, description }) =>
        typeof long === 'string' ? [zshWord(long, description)] : [],
      ),
    ];
    return `    '${node.path.join(' ')}') described=(${described.join(' ')}) ;;`;
  });
  const paths = nodes.filter(({ path }) => path.length > 0).map(({ path }) => `'${path.join(' ')}'`);
  return `#compdef sonorant
_sonorant() {
  local path_of='' next index
  local -a described
  for ((index = 2; index < CURRENT; index++)); do
    next="\${path_of:+$path_of }\${words[index]}"
    case $next in
      ${paths.join(' | ')}) path_of=$next ;;
    esac
  done
  case $path_of in
${cases.join('\n')}
  esac
  _describe -t words sonorant described
  _files
}
compdef _sonorant sonorant`;
}

/** Name and description in the form of `_describe`, where a colon separates the two. */
function zshWord(name: string, description: string): string {
  return quoted(`${name.replaceAll(':', '\\:')}:${description}`);
}

function fishScript(nodes: readonly Node[]): string {
  return nodes.flatMap(fishLines).join('\n');
}

/** A command stands where all words of its path were typed and none of those below it. */
function fishLines({ path, commands, options }: Node): readonly string[] {
  const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`);
  const names = commands.map((command) => command.name()).join(' ');
  const below =
    names === '' ? [] : [path.length === 0 ? '__fish_use_subcommand' : `not __fish_seen_subcommand_from ${names}`];
  const condition = [...seen, ...below].join('; and ');
  const start = `complete -c sonorant${condition === '' ? '' : ` -n ${quoted(condition)}`}`;
  return [
    ...commands.map((command) => `${start} -f -a ${quoted(command.name())} -d ${quoted(command.description())}`),
    ...options.map(({ long, short, description }) => {
      const named = [
        typeof long === 'string' ? ` -l ${long.slice(2)}` : '',
        typeof short === 'string' ? ` -s ${short.slice(1)}` : '',
      ];
      return `${start}${named.join('')} -d ${quoted(description)}`;
    }),
  ];
}

/** One word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
