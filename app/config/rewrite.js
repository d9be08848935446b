// JavaScript, because webpack leaves loading its loaders to Node.js, and Node.js 20 strips no types.
/** Webpack loader: changes parts of a package's module, as `edits: [from, to][]`. A version without such a part fails the build. */
module.exports = function rewrite(code) {
  return this.getOptions().edits.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`${this.resourcePath} has no ${from}`)
    return text.replace(from, to)
  }, code)
}
