import type { Page } from '@playwright/test'
import type { Scenes } from './scenes.ts'
import { COACH_LONG, DESKTOP, PHONE_DARK, PLAYER_LONG, PLAYER_LONG_DARK, type Shot } from './shot.ts'

const MY_CLASSES = 'user/pages/user_my_booking/index'

/** The pictures of 约课详情 for each kind of viewer, of its dialogs, and of 我的约课. */
export function classShots(scenes: Scenes): Shot[] {
  const view = (id: string) => `pages/booking_view/index?invitationId=${id}`
  const { id, share } = scenes.group
  return [
    { name: 'class-waiting', route: view(scenes.waiting), as: 'player', look: PLAYER_LONG },
    { name: 'class-waiting-desktop', route: view(scenes.waiting), as: 'player', look: DESKTOP },
    { name: 'class-change-coach', route: view(scenes.waiting), as: 'player', prepare: press('更换教练') },
    { name: 'class-confirmed', route: view(scenes.agreed), as: 'player', look: PLAYER_LONG },
    { name: 'class-confirmed-dark', route: view(scenes.agreed), as: 'player', look: PLAYER_LONG_DARK },
    { name: 'class-cancel', route: view(scenes.late), as: 'player3', prepare: press('取消约课') },
    {
      name: 'class-cancel-dark',
      route: view(scenes.late),
      as: 'player3',
      look: PHONE_DARK,
      prepare: press('取消约课'),
    },
    { name: 'class-completed', route: view(scenes.held), as: 'player', look: PLAYER_LONG, prepare: likeCoach },
    { name: 'class-asked-coach', route: view(scenes.asked), as: 'coach', look: COACH_LONG },
    { name: 'class-confirmed-coach', route: view(scenes.coachNext), as: 'coach', look: COACH_LONG },
    { name: 'class-contract-coach', route: view(scenes.withoutContract), as: 'coach', look: COACH_LONG },
    {
      name: 'class-contract-sheet-coach',
      route: view(scenes.withoutContract),
      as: 'coach',
      prepare: async (page) => {
        await page.getByRole('button', { name: '缔约' }).last().click()
        await page.getByRole('dialog', { name: '缔约' }).getByRole('button', { name: '10 课时', exact: true }).click()
      },
    },
    { name: 'class-group-coach', route: view(id), as: 'coach2', look: COACH_LONG },
    { name: 'class-group-coach-desktop', route: view(id), as: 'coach2', look: DESKTOP },
    { name: 'class-shared', route: `${view(id)}&share=${share}`, as: 'player', look: PLAYER_LONG },
    { name: 'class-invited', route: view(scenes.pair), as: 'player2', look: PLAYER_LONG },
    { name: 'class-join', route: view(scenes.pair), as: 'player2', prepare: press('参与约课') },
    { name: 'my-classes', route: MY_CLASSES, as: 'player' },
    { name: 'my-classes-coach', route: MY_CLASSES, as: 'coach' },
    { name: 'my-classes-agenda', route: `${MY_CLASSES}?view=agenda`, as: 'coach' },
    { name: 'my-classes-agenda-dark', route: `${MY_CLASSES}?view=agenda`, as: 'coach', look: PHONE_DARK },
    { name: 'my-classes-agenda-desktop', route: `${MY_CLASSES}?view=agenda`, as: 'coach', look: DESKTOP },
    { name: 'my-classes-agenda-player', route: `${MY_CLASSES}?view=agenda`, as: 'player' },
  ]
}

function press(name: string): (page: Page) => Promise<void> {
  return (page) => page.getByRole('button', { name, exact: true }).first().click()
}

async function likeCoach(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^点赞 /, pressed: false })
    .first()
    .click()
  // Waits for the toast to disappear.
  await page.waitForTimeout(2500)
}
