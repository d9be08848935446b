import { SUBSCRIPTION_TEMPLATES, type SubscriptionTemplate } from '@paidang/api/areas/ground/message-settings'
import { type Config, ConfigError } from '../../../config.ts'

/** A template of WeChat: its id, and the keys of its fields in the order of our texts. */
export type Template = { id: string; fields: readonly string[] }

/** The approved templates. A message whose template is absent is never sent. */
export type Templates = Readonly<Partial<Record<SubscriptionTemplate, Template>>>

/** The titles of the templates as people see them when they consent. */
export const TEMPLATE_TITLES: Readonly<Record<SubscriptionTemplate, string>> = {
  class: '约课通知',
  ball: '球局通知',
  reminder: '开始前提醒',
  stringing: '穿线进度',
  order: '订单与退款',
}

/** The types of the fields for our texts, in their order. */
const FORMS: Readonly<Record<SubscriptionTemplate, readonly string[]>> = {
  class: ['thing', 'thing'],
  ball: ['thing', 'thing'],
  reminder: ['thing', 'time', 'thing', 'phrase'],
  stringing: ['thing', 'thing'],
  order: ['thing', 'thing'],
}

const usualFields = (key: SubscriptionTemplate) => FORMS[key].map((form, place) => `${form}${place + 1}`)

/** The templates of the WeChat simulator. */
const SIMULATED_TEMPLATES: Templates = Object.fromEntries(
  SUBSCRIPTION_TEMPLATES.map((key) => [key, { id: `simulated-${key}`, fields: usualFields(key) }]),
)

/**
 * The templates from WECHAT_TEMPLATE_CLASS and the similar variables. Their form is `id`, or `id:thing4,thing7` if the
 * field keys differ from thing1, thing2 and so on. Without a WeChat configuration these are the simulator's templates.
 *
 * @throws ConfigError with every variable in another form
 */
export function readTemplates(wechat: Config['wechat']): Templates {
  if (!wechat) return SIMULATED_TEMPLATES
  const faults: string[] = []
  const templates: Partial<Record<SubscriptionTemplate, Template>> = {}
  for (const key of SUBSCRIPTION_TEMPLATES) {
    const name = `WECHAT_TEMPLATE_${key.toUpperCase()}`
    const text = wechat[name]
    if (text === undefined) continue
    const [id = '', fieldsText] = text.split(':')
    const fields = fieldsText?.split(',') ?? usualFields(key)
    const forms = fields.map((field) => field.replace(/\d+$/, ''))
    if (/^[\w-]+$/.test(id) && forms.join() === FORMS[key].join()) templates[key] = { id, fields }
    else faults.push(`${name}：应为模板编号，或 编号:${usualFields(key).join(',')}`)
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return templates
}
