// JavaScript, because Babel leaves loading its configuration to Node.js, and Node.js 20 strips no types.
module.exports = {
  presets: [['taro', { framework: 'react', ts: true, compiler: 'webpack5', useBuiltIns: false }]],
  overrides: [{ test: /[\\/]api[\\/]src[\\/]/, plugins: ['./config/without-schemas.js'] }],
}
