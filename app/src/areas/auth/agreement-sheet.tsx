import { View } from '@tarojs/components'
import { useRef } from 'react'
import { semantics } from '../../ui/semantics'
import { Sheet } from '../../ui/sheet'
import styles from './agreement-sheet.module.scss'
import { AGREEMENTS, type AgreementName } from './parts/agreement-texts'

export type { AgreementName } from './parts/agreement-texts'

type Props = {
  /** The agreement to read; null closes the sheet. */
  name: AgreementName | null
  onClose: () => void
}

/** The text of 用户协议 or 隐私政策. */
export function AgreementSheet({ name, onClose }: Props) {
  // The text stays while the sheet goes.
  const last = useRef<AgreementName>('terms')
  if (name) last.current = name
  const { title, clauses } = AGREEMENTS[last.current]
  return (
    <Sheet open={name !== null} onClose={onClose} title={title}>
      {clauses.map((clause, at) => (
        <View key={clause.title} className={styles.clause}>
          <View className={styles.title} {...semantics({ role: 'heading', level: 3 })}>
            {`${at + 1}. ${clause.title}`}
          </View>
          <View className={styles.text}>{clause.text}</View>
        </View>
      ))}
    </Sheet>
  )
}
