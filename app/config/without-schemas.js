// JavaScript, because Babel leaves loading its plugins to Node.js, and Node.js 20 strips no types.
/** The parts of an endpoint that only the server and its documents read. */
const OF_SERVER =
  'summary description errors params query body data limit missing needs mayLag reads decidesOn beforeFactor upload'.split(
    ' ',
  )
/**
 * One of each makes an endpoint. In the mini-program also a part that endpoints spread; the web's scripts are cut by their
 * sizes, and less text would cut one more.
 */
const OF_ENDPOINT =
  process.env.TARO_ENV === 'weapp'
    ? [
        ['method', 'path'],
        ['access', 'summary'],
      ]
    : [['method'], ['path'], ['access']]

/**
 * Babel plugin for the API's sources. It removes the parts of each endpoint that only the server reads, and what the
 * reference says about an area, and the status of each refusal: an answer has its own, and a refusal that the app makes
 * itself names it. Refusals that only desks get go as a whole. It replaces any other `Type.Object(…)` by `{}`, and removes the import of typebox. The
 * app never validates, so it downloads no schemas. Their types come from the real package at type-check time. Any other
 * use of a typebox value fails the build.
 */
module.exports = function withoutSchemas({ types }) {
  return {
    visitor: {
      Program(program) {
        program.traverse({
          ExportNamedDeclaration(one) {
            if (one.node.declaration?.declarations?.[0].id.name === 'reference') one.remove()
          },
          ObjectExpression(object) {
            const named = (names) => object.get('properties').filter(({ node }) => names.includes(node.key?.name))
            const isEndpoint = OF_ENDPOINT.every((names) => named(names).length > 0)
            if (isEndpoint) for (const one of named(OF_SERVER)) one.remove()
            const [status] = named(['status'])
            if (status?.get('value').isNumericLiteral() && named(['message']).length === 1) status.remove()
          },
          SpreadElement(spread) {
            if (spread.get('argument').isIdentifier({ name: 'deskErrors' })) spread.remove()
          },
          CallExpression(call) {
            const callee = call.get('callee')
            if (!callee.isMemberExpression() || !callee.get('object').referencesImport('typebox', 'Type')) return
            call.replaceWith(types.objectExpression([]))
          },
        })
        program.scope.crawl()
        for (const statement of program.get('body')) {
          if (!statement.isImportDeclaration() || statement.node.source.value !== 'typebox') continue
          for (const { local } of statement.node.specifiers) expectUnused(program.scope.getBinding(local.name))
          statement.remove()
        }
      },
    },
  }
}

/** A name in a type position is no value. */
function expectUnused({ referencePaths }) {
  for (const reference of referencePaths) {
    if (reference.findParent((parent) => parent.isTSType())) continue
    throw reference.buildCodeFrameError('the app builds only schemas of the form Type.Object(…)')
  }
}
