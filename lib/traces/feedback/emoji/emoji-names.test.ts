import { expect, test } from "vitest";
import { namesOfEmoji } from "#lib/traces/feedback/emoji/emoji-names.internal.ts";

test.each([
  ["👍", ":thumbs_up:", "👍", ":thumbs_up:"],
  ["👍🏻", ":thumbs_up_light_skin_tone:", "👍", ":thumbs_up:"],
  ["🎱", ":pool_8_ball:", "🎱", ":pool_8_ball:"],
  ["❤️", ":red_heart:", "❤️", ":red_heart:"],
  ["❤", ":red_heart:", "❤", ":red_heart:"],
  ["🇫🇷", ":France:", "🇫🇷", ":France:"],
  ["🅰️", ":A_button_(blood_type):", "🅰️", ":A_button_(blood_type):"],
  ["🉑", ":Japanese_acceptable_button:", "🉑", ":Japanese_acceptable_button:"],
  ["👨‍👩‍👧", ":family_man_woman_girl:", "👨‍👩‍👧", ":family_man_woman_girl:"],
  ["🧑🏿‍🦰", ":person_dark_skin_tone_red_hair:", "🧑‍🦰", ":person_red_hair:"],
  ["#️⃣", ":keycap_#:", "#️⃣", ":keycap_#:"],
  ["🤷🏽‍♀️", ":woman_shrugging_medium_skin_tone:", "🤷‍♀️", ":woman_shrugging:"],
])("%s is %s", (emoji, alias, detoned, detonedAlias) => {
  expect(namesOfEmoji(emoji)).toEqual({ alias, detoned, detoned_alias: detonedAlias });
});

test.each(["", "👍👍", "👍 ", "a", "1", ":thumbs_up:", "👍a", "🇫", "\ufe0f"])(
  "%j is not exactly one emoji",
  (text) => {
    expect(namesOfEmoji(text)).toBeNull();
  },
);
