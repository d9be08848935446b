// JavaScript, like the plugins of Babel that it names.
module.exports = {
  presets: [['taro', { framework: 'react', ts: true, compiler: 'webpack5', useBuiltIns: false }]],
  overrides: [
    { test: /[\\/](api|app)[\\/]src[\\/]/, plugins: ['./config/own-sentences.js'] },
    { test: /[\\/]api[\\/]src[\\/]/, plugins: ['./config/without-schemas.js'] },
  ],
}
