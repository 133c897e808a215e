/// The look of the HTML page: one style sheet, allowed by its digest alone.
enum PageStyle {
    static let text = """
        :root{color-scheme:light dark;--paper:#fbfaf7;--card:#fff;--ink:#1d1f23;--soft:#5d626b;--line:#e2dfd7;\
        --code:#f4f2ec;--mark:#ffe08a;--mark-ink:#3b2c00;--p0:#b3122d;--p1:#b4530a;--p2:#8a6a00;--p3:#50627a;\
        --ok:#1c7a4a;--link:#1f5fbf}
        @media (prefers-color-scheme:dark){:root{--paper:#15171b;--card:#1c1f25;--ink:#e8e6e1;--soft:#a3a7af;\
        --line:#31353d;--code:#22262d;--mark:#6b5200;--mark-ink:#ffeab0;--p0:#ff7d8e;--p1:#ffa565;--p2:#e3c25a;\
        --p3:#a9bbd3;--ok:#6fd19d;--link:#8db8ff}}
        *{box-sizing:border-box}
        html{-webkit-text-size-adjust:100%}
        body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",\
        Roboto,"Helvetica Neue",Arial,sans-serif}
        main,header.top,footer{max-width:68rem;margin:0 auto;padding:0 1.5rem}
        header.top{padding-top:3rem}
        .brand{margin:0;color:var(--soft);font-size:.8rem;letter-spacing:.12em;text-transform:uppercase}
        h1{margin:.2rem 0 .4rem;font-size:2.1rem;line-height:1.15;letter-spacing:-.02em;font-weight:650}
        h2{margin:3rem 0 1rem;font-size:1.3rem;letter-spacing:-.01em;font-weight:650}
        h3{margin:2rem 0 .8rem;font-size:1rem;font-weight:650}
        h4{margin:0;font-size:1rem;line-height:1.4;font-weight:600}
        p{margin:.4rem 0}
        a{color:var(--link)}
        .soft{color:var(--soft)}
        .small{font-size:.86rem}
        code,pre,.mono{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;\
        font-size:.84rem}
        .mono{overflow-wrap:anywhere}
        nav{margin-top:1.2rem;padding:.6rem 0;border-top:1px solid var(--line);border-bottom:1px solid var(--line)}
        nav a{margin-right:1.2rem;color:var(--soft);text-decoration:none;white-space:nowrap}
        nav a:hover{color:var(--link)}
        .figures{display:grid;grid-template-columns:repeat(4,1fr);gap:.8rem;margin:0 0 1rem;padding:0;list-style:none}
        .figures li{padding:.9rem 1rem;background:var(--card);border:1px solid var(--line);border-radius:.6rem}
        .figures b{display:block;font-size:1.6rem;line-height:1.15;font-weight:650;font-variant-numeric:tabular-nums}
        .figures span{color:var(--soft);font-size:.84rem;line-height:1.3;display:block}
        .two{display:grid;grid-template-columns:1fr 1fr;gap:.8rem}
        .panel{padding:1.1rem 1.25rem;background:var(--card);border:1px solid var(--line);border-radius:.6rem}
        .panel h3{margin:1.4rem 0 .6rem}
        .panel h3:first-child{margin-top:0}
        dl{margin:0}
        dt{margin-top:.7rem;color:var(--soft);font-size:.8rem}
        dt:first-child{margin-top:0}
        dd{margin:0;overflow-wrap:anywhere}
        .answer{margin:1.4rem 0 0;padding:1.2rem 1.4rem;background:var(--card);border:1px solid var(--line);\
        border-left:.4rem solid var(--ok);border-radius:.6rem;font-size:1.2rem;line-height:1.45}
        .answer h2{margin:0 0 .2rem;color:var(--soft);font-size:.8rem;font-weight:400}
        .answer p{margin:0}
        .answer.p0{border-left-color:var(--p0)}.answer.p1{border-left-color:var(--p1)}
        .answer.p2{border-left-color:var(--p2)}.answer.p3{border-left-color:var(--p3)}
        .answer.none{border-left-color:var(--soft)}
        .chip{display:inline-block;padding:.05rem .45rem;border:1px solid currentColor;border-radius:.35rem;\
        font-size:.78rem;font-weight:650;line-height:1.45;white-space:nowrap;vertical-align:.08em}
        .chip.p0,.t-p0{color:var(--p0)}.chip.p1,.t-p1{color:var(--p1)}.chip.p2,.t-p2{color:var(--p2)}
        .chip.p3,.t-p3{color:var(--p3)}.chip.ok,.t-ok{color:var(--ok)}.chip.none{color:var(--soft)}
        .finding{margin:0 0 1rem;padding:1.1rem 1.25rem 1.2rem;background:var(--card);border:1px solid var(--line);\
        border-radius:.6rem}
        .finding header{display:flex;flex-wrap:wrap;gap:.2rem .6rem;align-items:baseline}
        .finding h4{flex:1 1 20rem}
        .finding .at{margin-top:1rem;padding-top:.8rem;border-top:1px solid var(--line)}
        .finding .where{margin:0}
        .finding figure{margin-top:.4rem}
        .finding .at .facts{margin-top:.5rem;font-size:.9rem}
        figure{margin:.8rem 0 0}
        figcaption{color:var(--soft);font-size:.8rem}
        pre{margin:.2rem 0 0;padding:.7rem .85rem;background:var(--code);border-radius:.4rem;line-height:1.5;\
        white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:isolate;direction:ltr}
        mark{padding:.06em .16em;background:var(--mark);color:var(--mark-ink);border-radius:.2em;\
        box-decoration-break:clone;-webkit-box-decoration-break:clone}
        .cut{color:var(--soft);font-style:italic}
        .facts{display:grid;grid-template-columns:minmax(5.5rem,max-content) 1fr;gap:.3rem 1rem;margin-top:.9rem}
        .facts dt{margin:0;padding-top:.14rem}
        .scroll{overflow-x:auto;border:1px solid var(--line);border-radius:.6rem;background:var(--card)}
        table{width:100%;border-collapse:collapse;font-size:.88rem}
        th,td{padding:.55rem .75rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
        tr:last-child>th,tr:last-child>td{border-bottom:0}
        thead th{color:var(--soft);font-weight:400;font-size:.8rem;white-space:nowrap}
        .matrix tbody th{position:sticky;left:0;min-width:9.5rem;max-width:16rem;background:var(--card);\
        font-weight:600;overflow-wrap:anywhere}
        .matrix tbody th span{display:block;color:var(--soft);font-size:.78rem;font-weight:400}
        .matrix td{min-width:7.5rem}
        .matrix td span:not(.chip){display:block;color:var(--soft);font-size:.8rem;line-height:1.35}
        .matrix td.p0{box-shadow:inset .2rem 0 var(--p0)}.matrix td.p1{box-shadow:inset .2rem 0 var(--p1)}
        .matrix td.p2{box-shadow:inset .2rem 0 var(--p2)}.matrix td.p3{box-shadow:inset .2rem 0 var(--p3)}
        details{margin:0 0 .8rem}
        summary{padding:.4rem 0;cursor:pointer;font-weight:600}
        .rules td:first-child{width:1%;white-space:nowrap}
        .rules p{margin:.15rem 0 0;color:var(--soft);font-size:.86rem;overflow-wrap:anywhere}
        footer{padding-top:2.5rem;padding-bottom:4rem;color:var(--soft);font-size:.86rem}
        @media (max-width:44rem){main,header.top,footer{padding-left:1rem;padding-right:1rem}
        header.top{padding-top:1.8rem}h1{font-size:1.7rem}h2{margin-top:2.2rem}
        .figures{grid-template-columns:1fr 1fr}.two{grid-template-columns:1fr}.answer{font-size:1.08rem}
        .facts{grid-template-columns:1fr;gap:0}.facts dt{margin-top:.6rem}
        nav{display:flex;flex-wrap:wrap;gap:.1rem 0}}
        @media print{@page{margin:16mm 14mm}:root{--paper:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#ccc;\
        --code:#f5f5f5;--mark:#ffe08a;--mark-ink:#000;--p0:#b3122d;--p1:#a14a08;--p2:#735800;--p3:#44546a;\
        --ok:#14633b;--link:#000;color-scheme:light}
        body{font-size:10.5pt;line-height:1.4;print-color-adjust:exact;-webkit-print-color-adjust:exact}
        nav{display:none}main,header.top,footer{max-width:none;padding-left:0;padding-right:0}
        header.top{padding-top:0}h2{margin-top:1.6rem}h2,h3,h4,summary,figcaption{break-after:avoid}
        .finding header,.figures li,.answer,figure,tr,.panel,.at{break-inside:avoid}
        details::details-content{content-visibility:visible;display:block}
        .scroll{overflow:visible}table{font-size:8.5pt}.matrix td,.matrix tbody th{min-width:0;position:static}
        th,td{padding:.35rem .45rem}a{text-decoration:none}}
        """
}
