"""The style of the page of a review: light and dark, from 360 px on, and on paper."""

from __future__ import annotations

_LIGHT = """
--bg:#fff;--ink:#16181d;--soft:#545b68;--edge:#d5dae1;--panel:#f4f6f8;--accent:#0072b2;--ground:#e6f0f7;--zone:#dcf1e5;
--known:#00704f;--good:#00704f;--weak:#a33d00;--luck:#6a4bb5;--track:#dfe3e8;
--p0:#0072b2;--p1:#c14e00;--p2:#00805c;--p3:#b0508c;--p4:#7a5c00;--p5:#5b3fb0;--p6:#2b2f36;--p7:#b3261e;
"""
_DARK = """
--bg:#14171c;--ink:#e8eaee;--soft:#a8b0bc;--edge:#363d48;--panel:#1d222a;--accent:#6bb8e8;--ground:#1b2a36;--zone:#13291f;
--known:#4fd3a3;--good:#4fd3a3;--weak:#ff9f68;--luck:#b9a8f7;--track:#363d48;
--p0:#56b4e9;--p1:#f59b57;--p2:#35c995;--p3:#e59bc8;--p4:#e6c229;--p5:#ac9cf2;--p6:#e8eaee;--p7:#ff8a80;
"""
_PLAYERS = "".join(f".p{n}{{--c:var(--p{n})}}" for n in range(8))

STYLE = f"""
:root{{color-scheme:light dark;{_LIGHT}}}
@media screen and (prefers-color-scheme:dark){{:root{{{_DARK}}}}}
{_PLAYERS}
*{{box-sizing:border-box}}
html{{scroll-behavior:smooth;scroll-padding-top:8px}}
@media (prefers-reduced-motion:reduce){{html{{scroll-behavior:auto}}}}
body{{margin:0 auto;padding:16px 12px 48px;max-width:1140px;font:16px/1.5 system-ui,sans-serif;color:var(--ink);
 background:var(--bg);overflow-wrap:anywhere;-webkit-text-size-adjust:100%}}
h1{{font-size:1.25rem;line-height:1.25;margin:0;font-weight:600}}
h2{{font-size:1.05rem;margin:2.6rem 0 .3rem;padding-top:.8rem;border-top:3px solid var(--accent);color:var(--soft);
 font-weight:600}}
h2.first{{margin-top:1rem}}
h3{{font-size:1.1rem;margin:2.2rem 0 .5rem}}
h4{{font-size:.95rem;margin:0 0 .35rem}}
p{{margin:.4rem 0}}
a{{color:var(--accent)}}
a:focus-visible,summary:focus-visible{{outline:3px solid var(--accent);outline-offset:2px;border-radius:3px}}
code{{font-family:ui-monospace,monospace;font-size:.92em}}
.facts,.soft{{color:var(--soft)}}
.facts{{font-size:.92rem;margin:.2rem 0 0}}
.headline{{font-size:1.55rem;line-height:1.25;font-weight:700;margin:.2rem 0 .7rem;max-width:40em;
 text-wrap:balance}}
.secret{{background:var(--panel);border-left:4px solid var(--accent);padding:.5rem .8rem;margin:.6rem 0 1.2rem}}
.secret p{{margin:.15rem 0}}
nav ol{{margin:.8rem 0;padding-left:1.4rem}}nav li{{margin:.25rem 0}}
.help{{background:var(--panel);border-radius:8px;padding:.6rem .9rem;margin:1.2rem 0}}
.help h3{{margin:.1rem 0 .3rem;font-size:1rem}}
.help ul{{margin:.2rem 0;padding-left:1.2rem}}.help li{{margin:.2rem 0}}
.unsaid{{border:1px dashed var(--edge);border-radius:8px;padding:.3rem .9rem;margin:1rem 0;font-size:.95rem}}
.unsaid ul{{padding-left:1.2rem;margin:.3rem 0}}
.hidden{{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}}

figure{{margin:1rem 0}}
figcaption{{font-size:.92rem;color:var(--soft);margin-top:.3rem}}
.players{{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;list-style:none;margin:.2rem 0 .6rem;padding:0;
 font-weight:600}}
.mark{{vertical-align:-3px;margin-right:.25rem;overflow:visible;flex:none}}
.full{{fill:var(--c);stroke:var(--bg);stroke-width:1}}
.empty{{fill:var(--bg);stroke:var(--c);stroke-width:2.4}}
.mark .full{{stroke:none}}
svg.curve{{display:block;width:100%;height:auto;font-family:system-ui,sans-serif}}
svg.curve.tall{{display:none;max-width:420px;margin:0 auto}}
.curve text{{fill:var(--soft);font-size:14px}}
.curve .axis{{font-size:13px}}
.curve .point{{fill:var(--ink);font-size:14px;font-weight:600}}
.curve .grid{{stroke:var(--edge);fill:none}}
.curve .line{{fill:none;stroke:var(--ink);stroke-width:2;stroke-linejoin:round}}
.curve .lost{{stroke:var(--soft);stroke-dasharray:2 6}}
.curve .ground{{fill:var(--ground);opacity:.7}}
.curve .zone{{fill:var(--zone)}}
.curve .leader{{stroke:var(--soft);stroke-dasharray:3 3;fill:none}}
.curve .leader.known{{stroke:var(--known);stroke-width:2;stroke-dasharray:none}}
.curve .began{{fill:var(--ink)}}
.curve .note{{fill:var(--panel);stroke:var(--edge)}}
.curve .note.known{{fill:var(--zone);stroke:var(--known)}}
.curve a:hover path{{stroke:var(--ink)}}
.curve.tall text,.curve.tall .point{{font-size:12px}}
.curve.tall .cards{{fill:var(--ink)}}

.card{{display:inline-block;background:#fff;color:#1b1f24;border:1px solid #8a8f98;border-radius:4px;
 padding:0 .28em;min-width:2.5em;text-align:center;font-weight:600;line-height:1.5;white-space:nowrap;
 font-size:.92em}}
.card.red{{color:#c1121f}}
.line{{display:flex;flex-wrap:wrap;gap:.7rem .3rem;list-style:none;margin:.6rem 0;padding:0}}
.line>li{{display:flex;flex-direction:column;align-items:center;gap:.25rem;min-width:2.9rem}}
.line .of{{font-size:.72rem;color:var(--soft);line-height:1.2;display:flex;align-items:center;gap:1px;
 white-space:nowrap;text-decoration:none}}
.line .of .mark{{width:11px;height:11px;margin:0 1px 0 0;vertical-align:0}}
.line .main .card{{border-width:2px;box-shadow:0 1px 2px #0003}}
.line .wrongs{{list-style:none;margin:0;padding:.25rem 0 0;display:flex;flex-direction:column;gap:.35rem;
 border-top:2px solid var(--edge);align-items:center;width:100%}}
.line .wrongs li{{display:flex;flex-direction:column;align-items:center;gap:1px}}

table{{border-collapse:collapse;width:100%;font-size:.93rem;font-variant-numeric:tabular-nums}}
caption{{text-align:left;color:var(--soft);font-size:.92rem;padding-bottom:.4rem}}
th,td{{padding:.4rem .5rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--edge)}}
thead th{{overflow-wrap:normal;font-size:.8rem;color:var(--soft);font-weight:600;vertical-align:bottom;
 line-height:1.2}}
td.num,th.num{{text-align:right}}td.num,tbody th:not(.who){{white-space:nowrap}}
.who{{min-width:5.5em;max-width:12em;font-weight:600}}
tbody th{{font-weight:600}}
td.wide{{min-width:15em}}
tr:target{{background:var(--ground)}}
.verdict{{white-space:nowrap;font-weight:600}}
.right{{color:var(--good)}}.wrong{{color:var(--weak)}}
.bars{{min-width:90px;width:90px}}
.bar{{position:relative;display:block;height:8px;margin:.22rem 0;border-radius:2px}}
.bar.most{{outline:1px solid var(--soft);background:var(--track);outline-offset:-1px}}
.bar i{{display:block;height:100%;border-radius:2px}}
.bar .asked{{background:var(--accent)}}
.bar .taught{{background:var(--luck)}}
.bar .over{{border-right:5px double var(--bg)}}
.key{{display:inline-block;width:1.6em;height:.6em;border-radius:2px;margin:0 .3em 0 .1em}}
.key.asked{{background:var(--accent)}}.key.taught{{background:var(--luck)}}
.key.most{{background:var(--track);outline:1px solid var(--soft);outline-offset:-1px}}
.tag{{display:inline-block;border:1px solid currentColor;border-radius:1em;padding:0 .55em;font-size:.8rem;
 font-weight:600;
 margin:0 .25rem .15rem 0;white-space:nowrap}}
.tag.best,.tag.good{{color:var(--good)}}.tag.weak,.tag.waste,.tag.odd{{color:var(--weak)}}
.tag.fair,.tag.none{{color:var(--soft)}}.tag.luck,.tag.unlucky{{color:var(--luck)}}.tag.bold{{color:var(--accent)}}
details.turn>summary{{cursor:pointer}}
.turn p{{margin:.15rem 0}}
.open{{font-size:.88rem}}
.open summary{{color:var(--accent);cursor:pointer;font-size:.88rem}}
.rules{{list-style:none;margin:.3rem 0;padding:0}}
.rules li{{margin:.35rem 0}}
.rules .chance{{font-weight:600;font-variant-numeric:tabular-nums}}
.rules .bar{{background:var(--track);margin:.1rem 0;height:6px}}
.rules .bar i{{background:var(--accent)}}
.rules .true .bar i{{background:var(--known)}}
.rules .star{{white-space:nowrap;color:var(--known);font-weight:600}}
.name{{white-space:nowrap}}
.long{{display:inline-block;min-width:8em}}
.played{{min-width:9.4em}}
.rules .rest{{font-size:.88rem;color:var(--soft)}}
.rules small{{display:block;color:var(--soft)}}
.moments{{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,300px),1fr));gap:.8rem}}
.moment{{background:var(--panel);border-radius:8px;padding:.7rem .9rem;break-inside:avoid}}
.moment p{{margin:.2rem 0;font-size:.93rem}}
.saying{{font-size:1.02rem}}
@media screen and (min-width:900px){{
 details.turn::details-content{{content-visibility:visible;block-size:auto;display:block}}
 details.turn>summary{{list-style:none;cursor:default}}
 details.turn>summary::-webkit-details-marker{{display:none}}
}}
@media screen and (max-width:719px){{
 body{{padding-top:12px}}
 .headline{{font-size:1.35rem}}
 svg.curve.wide{{display:none}}svg.curve.tall{{display:block}}
}}
@media screen and (max-width:899px){{
 table,tbody{{display:block}}
 thead{{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}}
 caption{{display:block}}
 tbody tr{{display:flex;flex-wrap:wrap;align-items:baseline;gap:.15rem .55rem;padding:.6rem 0;
  border-bottom:1px solid var(--edge)}}
 tbody th,tbody td{{display:block;border:0;padding:0}}
 td.num{{text-align:left;font-size:.82rem}}
 .void{{height:0;overflow:hidden}}
 td[data-of]::before{{content:attr(data-of) " ";color:var(--soft)}}
 td.bars,td.wide{{flex:1 0 100%}}
 .who{{max-width:none}}
}}
@media print{{
 @page{{margin:14mm}}
 body{{max-width:none;padding:0;font-size:10.5pt}}
 h2{{break-before:page}}h2.first{{break-before:auto;margin-top:.6rem}}
 h3,h4,caption{{break-after:avoid}}
 tr,figure,.moment,.help,.secret{{break-inside:avoid}}
 table{{font-size:8.5pt}}
 th,td{{padding:.3rem .35rem}}
 td.wide{{width:46%}}.saying{{font-size:9pt}}
 .bars{{min-width:60px;width:60px}}
 .line>li{{break-inside:avoid}}
 .people{{break-inside:avoid}}
 tbody tr:first-child{{break-before:avoid}}
 .played{{min-width:7em}}
 .open,nav{{display:none}}
 a{{color:inherit;text-decoration:none}}
 *{{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
 details.turn::details-content{{content-visibility:visible;block-size:auto;display:block}}
 details.turn>summary{{list-style:none}}
}}
"""
