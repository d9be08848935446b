// JavaScript, because webpack leaves loading its loaders to Node.js, and Node.js 20 strips no types.
/**
 * Webpack loader for the entry of Taro: written so, webpack sees that it takes one name of the runtime. Otherwise the
 * mini-program gets all of it, the parser of HTML included.
 */
module.exports = (code) => {
  const taken = "const { hooks } = require('@tarojs/runtime')"
  if (!code.includes(taken)) throw new Error(`the entry of Taro has no ${taken}`)
  return code.replace(taken, "const hooks = require('@tarojs/runtime').hooks")
}
