import type { BusinessCard } from '@paidang/api/areas/business-cards'
import type { CardTemplateId } from '@paidang/domain/areas/business-cards/business-card'
import { useState } from 'react'
import { formOf } from '../card-form'
import { useSaveCard } from '../save-card-data'

/**
 * The template of the caller's own card, saved with the press. It shows at once, and the old one returns if the call
 * fails.
 */
export function useTemplate(card: BusinessCard) {
  const save = useSaveCard()
  const [chosen, setChosen] = useState(card.templateId)
  const choose = (templateId: CardTemplateId) => {
    if (save.isPending) return
    setChosen(templateId)
    save.act({ ...formOf(card), templateId })
  }
  return { templateId: save.isPending ? chosen : card.templateId, choose, isBusy: save.isPending }
}
