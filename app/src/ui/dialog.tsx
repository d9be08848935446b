import { View } from '@tarojs/components'
import { Button } from './button'
import { classNames } from './class-names'
import styles from './dialog.module.scss'
import type { KeyValue } from './key-values'
import { Overlay } from './overlay'
import { semantics } from './semantics'

/** A question with its consequences, before an irreversible action. */
export type Question = {
  /** As a question: 取消这节课？ */
  title: string
  line?: string
  /** The consequences: refunds, and what is left. */
  facts?: readonly KeyValue[]
  /** ok: free of charge; wait: it has a price; bad: it is lost. */
  tone?: 'ok' | 'wait' | 'bad'
  confirmText: string
  /** The safe answer, at the left. */
  cancelText?: string
  /** Whether the action destroys something: red, not filled. */
  danger?: boolean
}

type Props = Question & {
  open: boolean
  /** Whether the action is running. */
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before an action. For a plain yes or no, `confirm` of ./confirm is shorter. */
export function Dialog(props: Props) {
  const { open, title, line, facts = [], tone = 'ok', confirmText, cancelText = '再想想', danger } = props
  const { busy, onConfirm, onCancel } = props
  return (
    <Overlay open={open} onClose={onCancel} kind="dialog" label={title} alert>
      <View className={styles.dialog}>
        <View className={styles.title} {...semantics({ role: 'heading', level: 2 })}>
          {title}
        </View>
        {line && <View className={styles.line}>{line}</View>}
        {facts.length > 0 && (
          <View className={classNames(styles.facts, styles[tone])}>
            {facts.map(({ name, value }) => (
              <View key={name} className={styles.fact}>
                <View>{name}</View>
                <View className={styles.value}>{value}</View>
              </View>
            ))}
          </View>
        )}
        <View className={styles.buttons}>
          <Button kind="plain" full onPress={onCancel}>
            {cancelText}
          </Button>
          <Button kind={danger ? 'danger' : 'filled'} full busy={busy} onPress={onConfirm}>
            {confirmText}
          </Button>
        </View>
      </View>
    </Overlay>
  )
}
