import { View } from '@tarojs/components'
import { businessCardPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { MoreLink } from '../../../../ui/card'
import { semantics } from '../../../../ui/semantics'
import styles from './own-tools.module.scss'
import { TemplateChoice } from './template-choice'
import type { useTemplate } from './use-template'

/** The design of the caller's own card, and the way to edit its content. */
export function OwnTools({ template }: { template: ReturnType<typeof useTemplate> }) {
  return (
    <View className={styles.tools}>
      <View className={styles.head}>
        <View className={styles.title} {...semantics({ role: 'heading', level: 2 })}>
          选一个模板
        </View>
        <MoreLink text="编辑名片" onPress={() => goTo(businessCardPath())} />
      </View>
      <TemplateChoice value={template.templateId} onChange={template.choose} busy={template.isBusy} />
    </View>
  )
}
