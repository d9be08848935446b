import { ScanOutlined } from '@ant-design/icons'
import { stringingOrdersOfMerchant } from '@paidang/api/areas/activities/stringing-orders'
import { pressedKey } from '@paidang/domain/kernel/pressed-key'
import { App, Input } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../platform/call'
import { sentenceOf } from '../../../platform/sentence-of'

/** The id in the code of a label; undefined for any other text. */
function idOfLink(text: string): string | undefined {
  return /\/board\/orders\/([1-9]\d{0,18})(?:[/?#]|$)/.exec(text)?.[1]
}

/** Takes a label's code from a scanner, or a typed order number. The order opens, or the list of matching ones. */
export function ScanField() {
  const { message } = App.useApp()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const open = async () => {
    const typed = text.trim()
    if (typed === '' || isBusy) return
    const id = idOfLink(typed)
    if (id) return navigate(`/board/orders/${id}`)
    setIsBusy(true)
    try {
      const { rows, total } = await call(stringingOrdersOfMerchant, { query: { current: 1, rows: 2, keyword: typed } })
      const [only] = rows
      if (only && total === 1) navigate(`/board/orders/${only.id}`)
      else if (only) navigate(`/orders?${new URLSearchParams({ keyword: typed })}`)
      else message.warning('没有找到这个订单')
    } catch (error) {
      message.error(sentenceOf(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Input
      aria-label="扫码或输入单号"
      placeholder="扫标签码或输入单号，回车打开"
      prefix={<ScanOutlined />}
      allowClear
      maxLength={200}
      disabled={isBusy}
      style={{ width: 280 }}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={({ nativeEvent }) => pressedKey(nativeEvent) === 'Enter' && void open()}
    />
  )
}
