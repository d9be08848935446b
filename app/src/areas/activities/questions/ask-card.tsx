import { type AskedKind, QUESTION_LENGTHS } from '@paidang/domain/areas/activities/questions/question'
import { isMobile, plainPhone } from '@paidang/domain/kernel/phone'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { questionPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { useMinute } from '../../../platform/use-minute'
import { Button } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { Field } from '../../../ui/field'
import { Notice } from '../../../ui/notice'
import { Sheet } from '../../../ui/sheet'
import { momentText } from '../../../ui/time-format'
import { useAskQuestion } from './questions-data'

type Props = {
  kind: AskedKind
  objectId: string
  /** Who or what is asked about, for the title. */
  name: string
  /** Why one asks, and an example; by default before one buys. */
  title?: string
  example?: string
}

const BEFORE_BUYING = '比如：零基础可以学吗？周末还有位置吗？'

/** 咨询: one question, mostly before one buys. A guest leaves a number and is called. */
export function AskCard(props: Props) {
  const { name, title = '想先问一句？' } = props
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Card>
      <View className="row-12">
        <View className="grow">
          <View className="t-strong">{title}</View>
          <View className="t-caption muted">教练或俱乐部 24 小时内答复</View>
        </View>
        <Button kind="plain" size="m" icon="message" label={`咨询${name}`} onPress={() => setIsOpen(true)}>
          咨询
        </Button>
      </View>
      <AskSheet {...props} open={isOpen} onClose={() => setIsOpen(false)} />
    </Card>
  )
}

type SheetProps = Props & { open: boolean; onClose: () => void }

function AskSheet({ kind, objectId, name, example = BEFORE_BUYING, open, onClose }: SheetProps) {
  const isGuest = useUserId() === null
  const now = useMinute()
  const ask = useAskQuestion()
  const [text, setText] = useState('')
  const [phone, setPhone] = useState('')
  const [sent, setSent] = useState<{ id: string | null; dueAt: string }>()
  const [isPhoneWrong, setIsPhoneWrong] = useState(false)
  const lacks = text.trim() === '' ? '请写下想问的问题' : undefined
  const send = () => {
    if (isGuest && !isMobile(plainPhone(phone))) return setIsPhoneWrong(true)
    void ask.act({ body: { kind, objectId, text, ...(isGuest && { phone }) } }, { onDone: (done) => setSent(done) })
  }
  const close = () => {
    onClose()
    ask.forget()
    if (!sent) return
    setSent(undefined)
    setText('')
  }
  const see = () => {
    const id = sent?.id
    close()
    if (id) goTo(questionPath(id))
  }
  return (
    <Sheet
      open={open}
      onClose={close}
      title={sent ? '问题已发出' : `咨询${name}`}
      foot={
        sent ? (
          <Button full onPress={sent.id ? see : close}>
            {sent.id ? '查看问题' : '知道了'}
          </Button>
        ) : (
          <>
            {ask.refusal && <Notice tone="bad">{ask.refusal}</Notice>}
            <Button full busy={ask.isPending} lacks={lacks} onPress={send}>
              发出问题
            </Button>
          </>
        )
      }
    >
      <View className="in-0-16 col-12">
        {sent ? (
          <Notice tone="ok">
            {sent.id
              ? `最晚 ${momentText(new Date(sent.dueAt), now)} 答复，答复会出现在「消息」里`
              : `最晚 ${momentText(new Date(sent.dueAt), now)} 打电话答复您，请留意来电`}
          </Notice>
        ) : (
          <>
            <Field
              label="想问什么"
              value={text}
              onInput={setText}
              multiline
              maxLength={QUESTION_LENGTHS.text}
              placeholder={example}
            />
            {isGuest && (
              <Field
                label="手机号"
                value={phone}
                onInput={(typed) => {
                  setPhone(typed)
                  setIsPhoneWrong(false)
                }}
                error={isPhoneWrong ? '请输入正确的手机号' : undefined}
                type="number"
                autoComplete="tel"
                hint="没有登录，俱乐部会打电话答复。号码只给答复的人看"
              />
            )}
          </>
        )}
      </View>
    </Sheet>
  )
}
