// JavaScript, because it runs before packages are installed and on Node.js 20, which strips no types.
// Checks a mini-program before its upload to WeChat. Sources: WeChat's documents on server domains and project
// settings.
import { readdirSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, relative } from 'node:path'

/**
 * Names for tests and private networks. No phone finds a server there. Source: RFC 2606, RFC 6762 with its appendix G,
 * RFC 8375, RFC 9476, ICANN's resolution on .internal
 */
const PRIVATE_NAME =
  /(^|\.)(localhost|localdomain|local|lan|internal|intranet|private|corp|home|mail|test|example|invalid|onion|alt|arpa|example\.(com|net|org))$/
/** A host name as a certificate can carry it, without a wildcard. Source: RFC 1123 */
const HOST_NAME = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+(xn--[a-z0-9-]+|[a-z]{2,})$/
/** An address of a server that only this machine or this network finds, or that is no name. */
const UNREACHABLE_ORIGIN = /\b(?:https?|wss?):\/\/(?:\[|\d+\.\d|localhost\b|[\w.-]+\.(?:local|lan|internal|home)\b)/

/**
 * Texts that only a development build contains, each with its name.
 *
 * @type {[mark: string, name: string][]}
 */
const OF_DEVELOPMENT = [
  ['pay_simulator', '模拟支付页'],
  ['演示账号', '演示账号'],
  ['touristappid', '游客 AppID'],
]

/**
 * The reasons why these settings cannot make a release. Empty if they can. A WeChat server domain is a public https
 * name without a path. It has a port only if that is not 443.
 *
 * @param {{ appId?: string, apiOrigin?: string }} settings
 * @returns {string[]} sentences in Chinese
 */
export function whyNotRelease({ appId = '', apiOrigin = '' }) {
  const faults = []
  if (!/^wx[0-9a-f]{16}$/.test(appId)) faults.push('WECHAT_APP_ID 应为小程序的 AppID：wx 加 16 位小写十六进制')
  const fault = faultOfOrigin(apiOrigin)
  if (fault) faults.push(`PAIDANG_API_ORIGIN ${fault}`)
  return faults
}

function faultOfOrigin(text) {
  if (!URL.canParse(text)) return '应为服务地址，例如 https://api.你的域名.com'
  const { protocol, hostname, origin } = new URL(text)
  if (protocol !== 'https:') return '应以 https:// 开头'
  if (origin !== text) return '只写协议、域名和非默认端口，不带路径和末尾的斜杠'
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return '应为域名，微信不接受 IP 地址'
  const name = hostname.replace(/\.$/, '')
  if (!name.includes('.') || PRIVATE_NAME.test(name)) return '应为公网能访问的域名'
  if (!HOST_NAME.test(hostname)) return '应为完整的域名，不带通配符、下划线和末尾的点'
  if (hostname === 'api.weixin.qq.com') return '应为自己的域名，小程序不能直接访问微信接口'
  return undefined
}

/**
 * The parts of a development build that an output still contains. Empty for a correct release.
 *
 * @param {string} output the folder that is uploaded
 * @returns {string[]} each with its file, in Chinese
 */
export function leftOfDevelopment(output) {
  const files = readdirSync(output, { withFileTypes: true, recursive: true }).filter(
    (entry) => entry.isFile() && /\.(js|json|wxml)$/.test(entry.name),
  )
  return files.flatMap((entry) => {
    const path = join(entry.parentPath ?? entry.path, entry.name)
    const text = readFileSync(path, 'utf8')
    const found = OF_DEVELOPMENT.filter(([mark]) => text.includes(mark)).map(([, name]) => name)
    if (UNREACHABLE_ORIGIN.test(text)) found.push('本机或内网地址')
    return found.map((name) => `${relative(output, path)}：${name}`)
  })
}
