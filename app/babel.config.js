// JavaScript, like the plugins of Babel that it names.
/** Every engine knows these but for faults of Safari, and each of those has a smaller remedy. */
const KNOWN = ['transform-parameters', 'transform-destructuring', 'transform-template-literals']

module.exports = {
  presets: [['taro', { framework: 'react', ts: true, compiler: 'webpack5', useBuiltIns: false, exclude: KNOWN }]],
  plugins: [
    '@babel/plugin-bugfix-safari-id-destructuring-collision-in-function-expression',
    '@babel/plugin-bugfix-safari-rest-destructuring-rhs-array',
  ],
  overrides: [
    { test: /[\\/](api|app)[\\/]src[\\/]/, plugins: ['./config/own-sentences.js'] },
    { test: /[\\/]api[\\/]src[\\/]/, plugins: ['./config/without-schemas.js'] },
  ],
}
