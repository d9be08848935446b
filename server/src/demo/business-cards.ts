import type { CardTemplateId } from '@paidang/domain/areas/business-cards/business-card'
import type { DemoUsername } from './people.ts'

/** The text that somebody wrote on their card. Name and picture come from the profile. */
type CardPlan = {
  username: DemoUsername
  templateId: CardTemplateId
  title: string
  company: string
  phone: string
  email: string
  address: string
  introduction: string
}

/** Saved business cards, each with another template. Everybody else has a card made from their profile. */
export const BUSINESS_CARDS: readonly CardPlan[] = [
  {
    username: 'player',
    templateId: 'green',
    title: '周末双打常驻，欢迎约球',
    company: '',
    phone: '',
    email: '',
    address: '',
    introduction: '底线相持型，正在练反手切削。常去徐汇、静安的场子，早场最佳。',
  },
  {
    username: 'coach',
    templateId: 'purple',
    title: '网球教练',
    company: '青杉网球俱乐部',
    phone: '021-6468 0000',
    email: 'wang@qingshan.example',
    address: '徐汇区滨江网球中心',
    introduction: '前市队队员，执教 12 年。成人零基础、正手发力，一对一和小班都带。',
  },
  {
    username: 'coach2',
    templateId: 'pink',
    title: '青少年网球教练',
    company: '青杉网球俱乐部',
    phone: '',
    email: '',
    address: '静安区',
    introduction: '体育教育专业，从网前小球打到底线，带过 30 多位孩子。',
  },
]
