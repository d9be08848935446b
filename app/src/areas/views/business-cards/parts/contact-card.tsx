import type { PlayerCard } from '@paidang/api/areas/business-cards'
import Taro from '@tarojs/taro'
import { callPhone } from '../../../../platform/call-phone'
import { showToast } from '../../../../platform/toast'
import { Card } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import type { IconName } from '../../../../ui/icon'

type Way = { icon: IconName; name: string; text: string; action: '拨打' | '复制' }

/** The contact data that the player shows. A phone number is dialled, all else is copied. */
export function ContactCard({ player, card }: Pick<PlayerCard, 'player' | 'card'>) {
  const ways: Way[] = [
    { icon: 'phone', name: '电话', text: card.phone, action: '拨打' },
    // The owner also sees their hidden WeChat id.
    { icon: 'message', name: '微信号', text: (player.wechatIdOpen && player.wechatId) || '', action: '复制' },
    { icon: 'document', name: '邮箱', text: card.email, action: '复制' },
    { icon: 'pin', name: '地址', text: card.address, action: '复制' },
  ]
  const said = ways.filter(({ text }) => text !== '')
  if (said.length === 0) return null
  return (
    <Card flush>
      {said.map(({ icon, name, text, action }) => (
        <Cell
          key={name}
          icon={icon}
          title={text}
          note={name}
          value={action}
          plain
          label={`${action}${name} ${text}`}
          onPress={() => (action === '拨打' ? callPhone(text) : copy(name, text))}
        />
      ))}
    </Card>
  )
}

async function copy(name: string, text: string): Promise<void> {
  try {
    await Taro.setClipboardData({ data: text })
    showToast(`${name}已复制`, { tone: 'done' })
  } catch {
    showToast('没有复制成功，请重试', { tone: 'failed' })
  }
}
