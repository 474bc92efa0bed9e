// A rule of this project: what a file does is written as declarations. They are hoisted, so the main function of a file can stand
// first, and tools list them.
const message = 'Write a function at the top level as a declaration; an arrow only where its type is a named one.';

const topLevelFunctions = {
  create(context) {
    return {
      VariableDeclaration({ kind, parent, declarations }) {
        if (kind !== 'const' || (parent.type !== 'Program' && parent.type !== 'ExportNamedDeclaration')) return;
        for (const node of declarations) {
          if (node.init?.type === 'ArrowFunctionExpression' && node.id.typeAnnotation == null) {
            context.report({ node, message });
          }
        }
      },
    };
  },
};

export default { meta: { name: 'declarations' }, rules: { 'top-level-functions': topLevelFunctions } };
