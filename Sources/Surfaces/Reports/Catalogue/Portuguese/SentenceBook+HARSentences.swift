extension SentenceBook {
    /// What a file of another tool could not tell (``HARLoss``), and why an entry of it was left out.
    static let harSentences = #"""
        HAR: entry {} is left out: {}
          HAR: a entrada {} ficou de fora: {}
        HAR: {} more entries are left out
          HAR: mais {} entradas ficaram de fora
        HAR: the file is not read to its end: {}
          HAR: o arquivo não foi lido até o fim: {}
        rebuilt from HAR: the bytes of the heads, connections, chunks and arrivals are not the wire's
          reconstruído a partir de HAR: os bytes dos cabeçalhos, conexões, chunks e chegadas não são os da rede
        method, URL, field values and content are as the file tells them
          método, URL, valores dos campos e conteúdo são os que o arquivo informa
        the head stands for one of HTTP/2 or HTTP/3, or of a version that is not told
          o cabeçalho representa um de HTTP/2 ou HTTP/3, ou de uma versão não informada
        pseudo fields such as :path are left out of the head
          pseudocampos como :path ficaram fora do cabeçalho
        the pseudo fields name another target than the URL does; the URL is taken
          os pseudocampos citam outro alvo que não o da URL; vale a URL
        the Host field is made from the URL
          o campo Host foi montado a partir da URL
        user information in the URL is left out of the target
          a informação de usuário da URL ficou fora do alvo
        the query is made from queryString: its escapes and order are not the wire's
          a query foi montada a partir de queryString: os escapes e a ordem não são os da rede
        spaces in the URL are written as %20
          os espaços da URL foram escritos como %20
        a field told with line feeds is split into lines
          um campo informado com quebras de linha foi dividido em linhas
        bytes that are not UTF-8 are taken back from half surrogates
          bytes que não são UTF-8 foram recuperados de meios surrogates
        the Cookie field is made from the list of cookies
          o campo Cookie foi montado a partir da lista de cookies
        cookies of the answer are told without their Set-Cookie fields
          os cookies da resposta vêm sem os campos Set-Cookie
        the Location field is made from redirectURL
          o campo Location foi montado a partir de redirectURL
        the answer is told with a redirect that it does not have: the tool followed it
          a resposta vem com um redirecionamento que ela não tem: a ferramenta o seguiu
        the Content-Type field is made from mimeType
          o campo Content-Type foi montado a partir de mimeType
        the request's content is not in the file
          o conteúdo da requisição não está no arquivo
        the answer's content is not in the file
          o conteúdo da resposta não está no arquivo
        the request's content is made from params: its escapes and order are not the wire's
          o conteúdo da requisição foi montado a partir de params: os escapes e a ordem não são os da rede
        the content is told without its coding: the Content-Encoding field is left out
          o conteúdo vem sem a sua codificação: o campo Content-Encoding ficou de fora
        the Content-Length field is made to fit the content
          o campo Content-Length foi ajustado ao conteúdo
        a transfer coding other than chunked is left out
          uma codificação de transferência que não é chunked ficou de fora
        the content has not the size that the file states
          o conteúdo não tem o tamanho que o arquivo declara
        the content is told as text: its bytes were of another charset
          o conteúdo vem como texto: os bytes dele eram de outro charset
        the content is read as one byte a character, as its stated size asks
          o conteúdo é lido como um byte por caractere, como pede o tamanho declarado
        the content may stand for other bytes: UTF-8 is taken
          o conteúdo pode representar outros bytes: foi lido como UTF-8
        the writer had put U+FFFD in place of bytes
          quem gravou o arquivo pôs U+FFFD no lugar de bytes
        content from the tool's cache is left out: the wire's answer had none
          conteúdo do cache da ferramenta ficou de fora: a resposta da rede não tinha nenhum
        no answer is told
          nenhuma resposta é informada
        a tunnel: what passed in it is not told here
          um túnel: o que passou nele não é informado aqui
        WebSocket messages are not read
          mensagens WebSocket não são lidas
        left out: answered inside the tool, never on the wire
          deixada de fora: respondida dentro da ferramenta, nunca na rede
        left out: the URL is not one of http or https
          deixada de fora: a URL não é de http nem de https
        no start is told: it is put at the start of the entry before
          nenhum início é informado: vale o da entrada anterior
        no timings are told: the answer's head is put at the answer's end
          nenhum tempo é informado: o cabeçalho da resposta é posto no fim dela
        no duration is told
          nenhuma duração é informada
        the entries do not stand in the order in which the requests began; exchanges are numbered by that order
          as entradas não estão na ordem em que as requisições começaram; as trocas são numeradas nessa ordem
        all field lines are sorted by name: the wire's order was not kept
          todos os campos estão ordenados por nome: a ordem da rede não foi mantida
        all field names are in lower case: the wire's spelling was not kept
          todos os nomes de campos estão em minúsculas: a grafia da rede não foi mantida
        no entry has a cookie: browsers leave out cookies and authorization on export
          nenhuma entrada tem cookie: navegadores deixam cookies e autorização de fora ao exportar
        it has no request
          não tem requisição
        it is not an object
          não é um objeto
        its text is longer than {} bytes
          o texto dela é mais longo que {} bytes
        the method is not a token
          o método não é um token
        the request has no URL
          a requisição não tem URL
        the URL has a control byte
          a URL tem um byte de controle
        the URL is not absolute
          a URL não é absoluta
        the URL names no server
          a URL não cita nenhum servidor
        a field value has a control byte
          o valor de um campo tem um byte de controle
        a field value is not text
          o valor de um campo não é texto
        a field name is not a token
          o nome de um campo não é um token
        a field has no name
          um campo não tem nome
        the fields are not a list
          os campos não são uma lista
        the status is not a number that an answer can have
          o status não é um número que uma resposta possa ter
        the reason has a control byte
          a frase de status tem um byte de controle
        a member's name or value is broken
          o nome ou o valor de um membro está quebrado
        an element of a list is broken
          um elemento de uma lista está quebrado
        a list has more than {} elements
          uma lista tem mais de {} elementos
        """#
}
