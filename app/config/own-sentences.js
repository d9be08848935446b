// JavaScript, because Babel leaves loading its plugins to Node.js, and Node.js 20 strips no types.
const { readdirSync, readFileSync } = require('node:fs')
const path = require('node:path')
const { parseSync, types } = require('@babel/core')

const root = path.join(__dirname, '../..')
const [errorsFile, outcomesFile] = ['errors', 'outcomes'].map((name) => path.join(root, `api/src/catalogue/${name}.ts`))
/** The objects that hold the sentences of all areas. */
const FILES = { errors: errorsFile, outcomes: outcomesFile, notices: outcomesFile }
/** Other builds keep what they made of a module, and would not see that another one names one more refusal. */
const isWhole = process.env.NODE_ENV === 'production' && process.env.PAIDANG_BUILD_CACHE !== '1'

/**
 * Babel plugin: a module carries the sentences that it names, and does not load the catalogue of all of them. What stays
 * of the refusals is what the sources name otherwise: what rules answer, and what the app asks for. The server sends the
 * sentence of any other.
 */
module.exports = () => ({
  visitor: {
    Program(program, { filename }) {
      if (filename === errorsFile && isWhole) keepNamed(program)
      for (const statement of program.get('body')) {
        if (
          !statement.isImportDeclaration() ||
          !/catalogue\/(errors|outcomes)(\.ts)?$/.test(statement.node.source.value)
        )
          continue
        for (const { imported, local } of statement.node.specifiers) {
          if (imported.name in FILES) replaceIn(program, local.name, imported.name)
        }
      }
      program.scope.crawl()
    },
  },
})

/** Puts `errors.x.message` and `notices.x` in their place, and `outcomes.x` into a constant: it stays one object. */
function replaceIn(program, local, catalogue) {
  const outcomes = new Map()
  for (const reference of program.scope.getBinding(local).referencePaths) {
    const member = reference.parentPath
    const isAsked = catalogue === 'errors' && member.isMemberExpression({ computed: true })
    if (isAsked || reference.findParent((parent) => parent.isTSType())) continue
    if (!member.isMemberExpression({ computed: false }))
      throw reference.buildCodeFrameError(`the build only knows ${catalogue}.<name>`)
    const { name } = member.node.property
    const value = entryOf(catalogue, name)
    if (catalogue === 'errors') {
      if (
        !member.parentPath.isMemberExpression({ computed: false }) ||
        member.parentPath.node.property.name !== 'message'
      )
        throw reference.buildCodeFrameError('the build only knows errors.<code>.message')
      member.parentPath.replaceWith(propertyOf(value, 'message'))
    } else if (catalogue === 'notices') {
      member.replaceWith(types.cloneNode(value))
    } else {
      if (!outcomes.has(name)) outcomes.set(name, program.scope.generateUidIdentifier(name))
      member.replaceWith(types.cloneNode(outcomes.get(name)))
    }
  }
  const declared = [...outcomes].map(([name, id]) =>
    types.variableDeclarator(id, types.cloneNode(entryOf(catalogue, name))),
  )
  if (declared.length > 0) program.unshiftContainer('body', types.variableDeclaration('const', declared))
}

/** Leaves the refusals out that no source of app, domain or client names but for its sentence. */
function keepNamed(program) {
  const named = new Set(namedWords())
  program.traverse({
    VariableDeclarator({ node: { id, init } }) {
      if (id.name !== 'errors') return
      const object = objectOf(init)
      object.properties = object.properties.filter(({ key }) => key === undefined || named.has(key.name))
    },
  })
}

function namedWords() {
  const folders = ['app/src', 'domain/src'].map((folder) => path.join(root, folder))
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  )
  const sources = [...files, path.join(root, 'api/src/client.ts')].filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  const texts = sources.map((file) => readFileSync(file, 'utf8').replace(/\berrors\.\w+\.message/g, ''))
  // What the catalogue asks of its own codes stands in quotes.
  const own = readFileSync(errorsFile, 'utf8').match(/'[a-z_]+'/g)
  return [...texts.flatMap((text) => text.match(/\b[a-z_]+\b/g) ?? []), ...own.map((quoted) => quoted.slice(1, -1))]
}

const read = new Map()
/** What a catalogue's source says of a name. */
function entryOf(catalogue, name) {
  if (!read.has(catalogue)) {
    const text = readFileSync(FILES[catalogue], 'utf8')
    const { program } = parseSync(text, { configFile: false, babelrc: false, parserOpts: { plugins: ['typescript'] } })
    const declarations = program.body.flatMap(({ declaration }) => declaration?.declarations ?? [])
    read.set(catalogue, objectOf(declarations.find(({ id }) => id.name === catalogue).init))
  }
  return propertyOf(read.get(catalogue), name)
}

/** The object of `{ … } as const satisfies …`. */
function objectOf(node) {
  return types.isObjectExpression(node) ? node : objectOf(node.expression)
}

function propertyOf(object, name) {
  const found = object.properties.find(({ key }) => key?.name === name)
  if (!found) throw new Error(`the catalogue has no ${name}`)
  return found.value
}
